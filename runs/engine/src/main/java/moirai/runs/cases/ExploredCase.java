package moirai.runs.cases;

import java.util.List;
import java.util.stream.Stream;

/**
 * A failure that an execution of an explored program shows: the calls that it needs, and the execution with what each
 * step read and wrote. Keys, values and replies are texts, since a program may use any objects.
 *
 * @param txns in an order in which they can run one after another; their places in the list are their numbers
 * @param excludedBy the weakest levels that do not allow the execution
 */
public record ExploredCase(
        Claim.OfExecution claim,
        Source source,
        List<RanTxn> txns,
        List<String> excludedBy,
        Minimality minimality,
        List<Confirmation> confirmations)
        implements Case {

    /** The {@code --db} name of the store on which executions are explored and replayed. */
    public static final String PRODUCT = "mock";

    public ExploredCase {
        txns = List.copyOf(txns);
        excludedBy = List.copyOf(excludedBy);
        confirmations = List.copyOf(confirmations);
    }

    /**
     * The program whose execution is a case.
     *
     * @param name as it was given on the command line
     * @param client the text of a client program that the name alone does not identify; otherwise empty
     * @param calls the calls of each session, in a few words each; may be fewer than the program of that name makes
     */
    public record Source(String name, String client, List<List<String>> calls) {

        public Source {
            calls = calls.stream().map(List::copyOf).toList();
        }

        /** Returns the number of calls. */
        public int callCount() {
            return calls.stream().mapToInt(List::size).sum();
        }
    }

    /**
     * A transaction that ran.
     *
     * @param session from 0; the first number after the sessions with calls runs when all others have ended
     * @param call the name of the call
     * @param reply the reply that its client received
     * @param failure the forbidden state that it found; empty if none
     */
    public record RanTxn(
            int session, String call, List<RanStep> steps, boolean isCommitted, String reply, String failure) {

        public RanTxn {
            steps = List.copyOf(steps);
        }
    }

    /**
     * A step of a transaction that ran.
     *
     * @param statement the SQL statement that the step begins; empty if there is none
     * @param kind {@code read}, {@code read-locking}, {@code read-own}, {@code write} or {@code take-back}
     * @param from the number of the transaction that it read from; {@link #FROM_START} or {@link #FROM_NOBODY}
     */
    public record RanStep(String statement, String kind, String key, String value, int from) {

        /** The {@link #from} of a read of the state before all transactions. */
        public static final int FROM_START = -1;

        /** The {@link #from} of a step that reads nothing from others. */
        public static final int FROM_NOBODY = -2;

        /** The kinds of steps that read from others. */
        public static final List<String> READS = List.of("read", "read-locking");

        /** All kinds of steps. */
        public static final List<String> KINDS = List.of("read", "read-locking", "read-own", "write", "take-back");
    }

    @Override
    public Fingerprint fingerprint() {
        Stream<String> calls = source.calls().stream().map(session -> String.join(", ", session));
        return Fingerprint.of(
                claim.label(),
                Stream.of(
                                Stream.of(claim.failure().replaceAll("-?[0-9]+", "#"), claim.level()),
                                Stream.of(source.name(), source.client()),
                                calls,
                                excludedBy.stream())
                        .flatMap(part -> part));
    }

    @Override
    public String product() {
        return PRODUCT;
    }

    @Override
    public String foundOn() {
        return source.name() + ", explored at " + claim.level();
    }

    @Override
    public ExploredCase confirmed(List<Confirmation> others) {
        return new ExploredCase(claim, source, txns, excludedBy, minimality, others);
    }
}

package moirai.directed.causes;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.directed.encoding.Conflict;
import moirai.directed.execution.Execution;
import moirai.directed.program.Assignment;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.search.Anomaly;

/*
 * A cycle goes through at least one transaction at two different statements: the one that is not atomic. It is to blame
 * if what it read first was overwritten (an edge RW leaves at the earlier statement) before its later statement, at
 * which the cycle comes back. If there are several such transactions, as in a write skew, the graver kind decides, and
 * then the order of the program. So the cause of an anomaly depends on the anomaly alone: another transaction in the
 * program changes no cause, and what was accepted once is recognised again.
 *
 * Example: sell reads the stock (q1) and writes the difference (u1). q1 -RW-> u1 of another sale, which is before u1:
 * the cause is the stale read q1, the kind a lost update. So it is of q1 -RW-> u1 of a delivery of goods.
 */
/** A finder of the cause of an anomaly, and of the kind that the anomaly is of for that cause. */
public final class CauseFinder {

    private final Program program;
    private final int loopMax;

    /**
     * Creates a finder.
     *
     * @param program a program with at least the transactions of the anomalies
     * @param loopMax how often loops were repeated at most in the search that found them
     */
    public CauseFinder(Program program, int loopMax) {
        this.program = program;
        this.loopMax = loopMax;
    }

    /**
     * A cause of an anomaly, with the kind that the anomaly is of for it.
     *
     * @param hop the number of the transaction's place on the cycle
     */
    public record Found(Cause cause, AnomalyKind kind, int hop) {}

    /** Returns the cause of an anomaly. */
    public Found cause(Anomaly anomaly) {
        return causes(anomaly).getFirst();
    }

    /** Returns the cause of an anomaly whose scenario was executed already. */
    public Found cause(Anomaly anomaly, Execution execution) {
        return causes(anomaly, anomaly.shownIn(execution)).getFirst();
    }

    /**
     * Returns all causes of an anomaly, which may each have to be removed for it to be gone; the first one is the one
     * that it is counted for.
     */
    public List<Found> causes(Anomaly anomaly) {
        return causes(anomaly, anomaly.execution(program, loopMax));
    }

    /**
     * Returns the causes of an anomaly in no order. Its conflicts alone decide them; an execution only decides which
     * of them is graver.
     */
    public Set<Cause> blamed(Anomaly anomaly) {
        return blamedHops(anomaly).stream()
                .map(hop -> cause(anomaly.hops().get(hop)))
                .collect(Collectors.toSet());
    }

    private List<Found> causes(Anomaly anomaly, Execution execution) {
        return blamedHops(anomaly).stream()
                .map(hop -> new Found(
                        cause(anomaly.hops().get(hop)), new AnomalyKinds(anomaly, execution, program).of(hop), hop))
                .sorted(Comparator.comparing(Found::kind)
                        .thenComparingInt(found -> place(anomaly.hops().get(found.hop()))))
                .toList();
    }

    private List<Integer> blamedHops(Anomaly anomaly) {
        List<Integer> split = IntStream.range(0, anomaly.hops().size())
                .filter(hop -> isSplit(anomaly.hops().get(hop)))
                .boxed()
                .toList();
        List<Integer> stale =
                split.stream().filter(hop -> isStale(anomaly.hops().get(hop))).toList();
        List<Integer> overtaken = split.stream()
                .filter(hop -> anomaly.hops().get(hop).conflict() == Conflict.READ_WRITE)
                .toList();
        return !stale.isEmpty() ? stale : overtaken.isEmpty() ? split : overtaken;
    }

    /** Returns the labels outside of loops of all statements that a stale read stands for. */
    public List<String> statements(Cause.StaleRead cause) {
        TxnType txn = program.txn(cause.txn());
        return txn.statements(loopMax).stream()
                .map(Statement::label)
                .filter(label -> first(txn, label).equals(cause.read()))
                .map(label -> label.split("#", 2)[0])
                .distinct()
                .toList();
    }

    private static boolean isSplit(Anomaly.Hop hop) {
        return !hop.in().equals(hop.out());
    }

    /** Returns whether what the transaction read was overwritten before its later statement on the cycle. */
    private boolean isStale(Anomaly.Hop hop) {
        List<String> labels = labels(hop.txn());
        return hop.conflict() == Conflict.READ_WRITE && labels.indexOf(hop.out()) < labels.indexOf(hop.in());
    }

    private List<String> labels(String txn) {
        return program.txn(txn).statements(loopMax).stream()
                .map(Statement::label)
                .toList();
    }

    private Cause cause(Anomaly.Hop hop) {
        if (hop.conflict() != Conflict.READ_WRITE) {
            return new Cause.SplitWrites(hop.txn());
        }
        boolean isReader =
                program.txn(hop.txn()).statements(loopMax).stream().allMatch(Statement.Select.class::isInstance);
        return isReader || !isStale(hop)
                ? new Cause.SplitReads(hop.txn())
                : new Cause.StaleRead(hop.txn(), first(program.txn(hop.txn()), hop.out()));
    }

    /**
     * Returns the first statement that stands for the same line of the source, which each path through a transaction
     * repeats: that of the same table, with the same fields.
     */
    private String first(TxnType txn, String label) {
        Statement read = statement(txn, label);
        Optional<Origin> origin = txn.origin(label);
        String first = txn.statements(loopMax).stream()
                .filter(statement -> statement.equals(read)
                        || (origin.isPresent()
                                && txn.origin(statement.label()).equals(origin)
                                && isLike(statement, read)))
                .map(Statement::label)
                .findFirst()
                .orElse(label);
        return first.split("#", 2)[0];
    }

    private Statement statement(TxnType txn, String label) {
        return txn.statements(loopMax).stream()
                .filter(statement -> statement.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no statement " + label + " in " + txn.name()));
    }

    private static boolean isLike(Statement one, Statement other) {
        return one.table().equals(other.table()) && fields(one).equals(fields(other));
    }

    private static List<String> fields(Statement statement) {
        return statement instanceof Statement.Select select
                ? select.fields()
                : statement.assignments().stream().map(Assignment::field).toList();
    }

    /** Returns the number of the statement at which the cycle leaves, in the whole program. */
    private int place(Anomaly.Hop hop) {
        List<TxnType> txns = program.txns();
        int txn = IntStream.range(0, txns.size())
                .filter(i -> txns.get(i).name().equals(hop.txn()))
                .findFirst()
                .orElse(0);
        int before = txns.subList(0, txn).stream()
                .mapToInt(type -> type.statements(loopMax).size())
                .sum();
        return before + labels(hop.txn()).indexOf(hop.out());
    }
}

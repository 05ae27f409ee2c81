package moirai.runs.cases;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.reenactment.DirectedCase;

/**
 * A failure that a program's transactions can suffer: a cycle of conflicts, with a scenario in which it occurs, found
 * without running the program.
 *
 * @param program a program with at least the transactions of the scenario
 * @param levels the levels of the transactions in words
 * @param bounds the bounds of the search
 * @param isExact whether executions of these transactions are executions of their source as well
 */
public record PredictedCase(
        Program program,
        String levels,
        Bounds bounds,
        boolean isExact,
        Anomaly anomaly,
        List<Confirmation> confirmations)
        implements Case {

    public PredictedCase {
        confirmations = List.copyOf(confirmations);
    }

    /** Returns a case without confirmations, with only those transactions of the program that the anomaly calls. */
    public static PredictedCase of(Program program, String levels, Bounds bounds, boolean isExact, Anomaly anomaly) {
        List<String> called =
                anomaly.scenario().calls().stream().map(call -> call.txn()).toList();
        Program fewer = program.only(called);
        return new PredictedCase(fewer, levels, bounds, isExact, anomaly, List.of());
    }

    /** Returns the anomaly as a test: rows, calls, the order of their steps, and the expected result. */
    public DirectedCase directed() {
        return new DirectedCase(program, bounds.loopMax(), anomaly);
    }

    /** Returns the names of the transactions on the cycle, as {@code sell, restock}. */
    public String txns() {
        return anomaly.hops().stream().map(Anomaly.Hop::txn).collect(Collectors.joining(", "));
    }

    @Override
    public Claim.Cycle claim() {
        return new Claim.Cycle(anomaly.cycle(), levels);
    }

    @Override
    public Fingerprint fingerprint() {
        String conflicts = anomaly.hops().stream()
                .map(hop -> hop.conflict().sign().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("-"));
        return Fingerprint.of(
                claim().label() + "-" + conflicts, Stream.of(program.name(), levels, anomaly.key(), anomaly.cycle()));
    }

    @Override
    public String product() {
        return confirmations.isEmpty()
                ? ""
                : Origin.product(confirmations.getLast().place().database());
    }

    @Override
    public String foundOn() {
        return program.name() + " at " + levels;
    }

    /** Returns minimal if each call is on the cycle, since the cycle disappears without any of its calls. */
    @Override
    public Minimality minimality() {
        int calls = anomaly.scenario().calls().size();
        return Minimality.of(IntStream.range(0, calls)
                .allMatch(call -> anomaly.hops().stream().anyMatch(hop -> hop.call() == call)));
    }

    @Override
    public PredictedCase confirmed(List<Confirmation> others) {
        return new PredictedCase(program, levels, bounds, isExact, anomaly, others);
    }
}

package moirai.cli.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.Program;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.reenactment.DirectedCase;
import moirai.sources.Translation;

/**
 * What an analysis leaves for other commands.
 *
 * @param levels in words
 * @param isExact whether the program says the same as its source
 * @param anomalies numbered from 1, in this order
 */
record StoredAnalysis(Program program, String levels, Bounds bounds, boolean isExact, List<Anomaly> anomalies) {

    StoredAnalysis {
        anomalies = List.copyOf(anomalies);
    }

    static StoredAnalysis of(Translation translation, Analysis analysis) {
        return new StoredAnalysis(
                translation.program(),
                analysis.levels().text(),
                analysis.bounds(),
                translation.isExact(),
                analysis.anomalies());
    }

    /** An anomaly that can be shown, with its number. */
    record Numbered(int number, DirectedCase wanted) {

        /** The names of its transactions, as {@code sell, restock}. */
        String txns() {
            return String.join(
                    ", ", wanted.anomaly().hops().stream().map(Anomaly.Hop::txn).toList());
        }
    }

    /** All anomalies, or one of them. */
    List<Numbered> cases(List<Integer> numbers) {
        List<Integer> wanted = numbers.isEmpty()
                ? IntStream.rangeClosed(1, anomalies.size()).boxed().toList()
                : numbers;
        var cases = new ArrayList<Numbered>();
        for (int number : wanted) {
            cases.add(new Numbered(number, new DirectedCase(program, bounds.loopMax(), anomalies.get(number - 1))));
        }
        return cases;
    }

    /** One line for people. */
    String title() {
        return program.name() + " at " + levels;
    }
}

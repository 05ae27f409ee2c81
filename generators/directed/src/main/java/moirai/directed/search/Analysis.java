package moirai.directed.search;

import java.util.List;
import moirai.directed.encoding.Bounds;

/**
 * The answer to a search: the anomalies, and the bounds of the search.
 *
 * @param questions how often the solver was asked
 */
public record Analysis(
        String program, Levels levels, Bounds bounds, List<Anomaly> anomalies, long questions, Extent extent) {

    /** The number of combinations of transactions that were searched to the end, and of all. */
    public record Extent(int searched, int all) {

        /** Returns whether nothing was left out. */
        public boolean isWhole() {
            return searched == all;
        }
    }

    public Analysis {
        anomalies = List.copyOf(anomalies);
    }

    /** Returns the same answer with other executions of its anomalies. */
    public Analysis with(List<Anomaly> others) {
        return new Analysis(program, levels, bounds, others, questions, extent);
    }

    /** Returns those of some combinations of transactions in which no anomaly was found. */
    public List<List<String>> withoutFound(List<List<String>> combinations) {
        List<List<String>> found = anomalies.stream()
                .map(anomaly ->
                        anomaly.hops().stream().map(Anomaly.Hop::txn).sorted().toList())
                .toList();
        return combinations.stream()
                .filter(txns -> !found.contains(txns.stream().sorted().toList()))
                .toList();
    }

    /** Returns the anomalies whose stale reads affect what the program does. */
    public List<Anomaly> internal() {
        return anomalies.stream().filter(Anomaly::isInternal).toList();
    }
}

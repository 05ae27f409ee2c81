package moirai.analysis.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import moirai.analysis.Dependency;
import moirai.history.History;

/**
 * The order within sessions: from each transaction to the next.
 *
 * <p>No edge leaves a transaction of unknown outcome: it may take effect after what its session did next, should that
 * go on. One that leads to it stands: its session began it only after the one before had ended. O(transactions).
 */
public final class ProcessOrder {

    private ProcessOrder() {}

    /**
     * Adds the edges.
     *
     * @param txns the transactions that take part, ascending
     * @return how many edges were added
     */
    public static long addTo(DependencyGraph.Builder graph, History history, IntArrayList txns) {
        var last = new LastOfSession(history);
        long edges = 0;
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            int previous = last.of(txn);
            if (previous >= 0) {
                graph.add(previous, txn, Dependency.PROCESS);
                edges++;
            }
            if (!history.outcome(txn).isIndeterminate()) {
                last.set(txn);
            }
        }
        return edges;
    }
}

package moirai.analysis.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
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
        int[] previous = new int[1 + maxSession(history)];
        Arrays.fill(previous, -1);
        long edges = 0;
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            int session = history.session(txn);
            if (previous[session] >= 0) {
                graph.add(previous[session], txn, Dependency.PROCESS);
                edges++;
            }
            if (!history.outcome(txn).isIndeterminate()) {
                previous[session] = txn;
            }
        }
        return edges;
    }

    private static int maxSession(History history) {
        int max = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            max = Math.max(max, history.session(txn));
        }
        return max;
    }
}

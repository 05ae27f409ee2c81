package moirai.analysis.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import moirai.analysis.Dependency;
import moirai.analysis.columns.StableSort;
import moirai.history.History;

/**
 * The order in real time, as a graph of linear size: T1 precedes T2 if T1 ended before T2 began.
 *
 * <p>That order has quadratically many pairs, and its transitive reduction up to one edge for each pair of concurrent
 * sessions (Kingsbury, Alvaro 2020, section 5.1, O(n p)). Here <b>barriers</b> stand between transactions: a chain of
 * vertices in order of time, one for each instant at which a transaction begins after others have ended. Whoever ended
 * before leads to the barrier, the barrier leads to whoever begins, and each barrier leads to the next. Then T1 reaches
 * T2 through barriers alone exactly if T1 precedes T2, and there are at most three edges a transaction. Intervals are
 * closed: touching is no precedence. O(n) space; O(n) time after a radix sort.
 *
 * <p>Transactions of unknown outcome have no end: they may take effect after anything that was seen.
 */
public final class RealtimeOrder {

    private RealtimeOrder() {}

    /**
     * Adds barriers and their edges.
     *
     * @param txns the transactions that take part, in any order
     * @return the number of vertices that the graph then has, at least that of the transactions of the history
     */
    public static int addTo(DependencyGraph.Builder graph, History history, IntArrayList txns) {
        int[] byStart = StableSort.by(history::startNanos, txns.toIntArray());
        int[] byEnd = StableSort.by(txn -> end(history, txn), txns.toIntArray());
        int barrier = history.txnCount() - 1;
        int ended = 0;
        for (int txn : byStart) {
            int before = ended;
            while (ended < byEnd.length && end(history, byEnd[ended]) < history.startNanos(txn)) {
                ended++;
            }
            if (ended > before) {
                if (barrier >= history.txnCount()) {
                    graph.add(barrier, barrier + 1, Dependency.REALTIME);
                }
                barrier++;
                for (int i = before; i < ended; i++) {
                    graph.add(byEnd[i], barrier, Dependency.REALTIME);
                }
            }
            if (barrier >= history.txnCount()) {
                graph.add(barrier, txn, Dependency.REALTIME);
            }
        }
        return barrier + 1;
    }

    /** Returns the time by which the transaction is known to have ended. */
    public static long end(History history, int txn) {
        return history.outcome(txn).isIndeterminate() ? Long.MAX_VALUE : history.endNanos(txn);
    }
}

package moirai.analysis.axioms.incremental;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One of the orders that extend a {@link CommitGraph}: that which keeps to the order of ends from the back. Of those
 * that precede nobody else who is left, the last to end comes last (Kahn 1962, backwards). O((transactions + edges) ×
 * log transactions).
 */
final class Linearization {

    private final TxnTable txns;
    /** The number of edges from each transaction to transactions that are not placed yet. */
    private final int[] edgesLeft;

    private final List<IntArrayList> predecessors = new ArrayList<>();

    Linearization(CommitGraph graph, TxnTable txns) {
        this.txns = txns;
        this.edgesLeft = new int[txns.txnCount()];
        for (int txn = 0; txn < edgesLeft.length; txn++) {
            predecessors.add(new IntArrayList(4));
        }
        for (int txn = 0; txn < edgesLeft.length; txn++) {
            IntArrayList successors = graph.successors(txn);
            edgesLeft[txn] = successors.size();
            for (int i = 0; i < successors.size(); i++) {
                predecessors.get(successors.getInt(i)).add(txn);
            }
        }
    }

    /** Returns the committed transactions in that order. */
    IntArrayList committed() {
        IntArrayList byEnd = txns.byEnd();
        int[] rank = new int[edgesLeft.length];
        for (int end = 0; end < byEnd.size(); end++) {
            rank[byEnd.getInt(end)] = end;
        }
        var latestFree = new IntHeapPriorityQueue((one, other) -> Integer.compare(rank[other], rank[one]));
        for (int txn = 0; txn < edgesLeft.length; txn++) {
            if (edgesLeft[txn] == 0) {
                latestFree.enqueue(txn);
            }
        }
        var order = new IntArrayList(byEnd.size());
        while (!latestFree.isEmpty()) {
            int txn = latestFree.dequeueInt();
            if (txns.status(txn) == TxnTable.Status.COMMITTED) {
                order.add(txn);
            }
            IntArrayList before = predecessors.get(txn);
            for (int i = 0; i < before.size(); i++) {
                int earlier = before.getInt(i);
                if (--edgesLeft[earlier] == 0) {
                    latestFree.enqueue(earlier);
                }
            }
        }
        Collections.reverse(order);
        return order;
    }
}

package moirai.analysis.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import moirai.analysis.columns.StableSort;
import moirai.history.History;

/**
 * Transactions by the time at which they began, with a rank from 0, and for each the rank of the first one that began
 * after its end: that one and all behind it follow in real time, and those before it do not.
 *
 * <p>Histories mostly stand in this order already, and then nothing is sorted. O(n) space; O(n) time and a radix sort
 * where one is needed, and O(log(transactions that overlap)) for the first one after each end.
 */
public final class StartOrder {

    private final History history;
    private final int[] txns;
    private final int[] rank;
    private final int[] firstAfterEnd;

    /** @param participants the transactions that take part, ascending */
    public StartOrder(History history, IntArrayList participants) {
        this.history = history;
        this.txns = StableSort.by(history::startNanos, participants.toIntArray());
        this.rank = new int[history.txnCount()];
        this.firstAfterEnd = new int[txns.length];
        for (int i = 0; i < txns.length; i++) {
            int txn = txns[i];
            rank[txn] = i;
            firstAfterEnd[i] = firstAfter(RealtimeOrder.end(history, txn), i + 1);
        }
    }

    private long startNanos(int ofRank) {
        return history.startNanos(txns[ofRank]);
    }

    /**
     * Returns the first rank from {@code from} on that began after the time: by steps that double, and then by halving.
     */
    private int firstAfter(long nanos, int from) {
        if (nanos == Long.MAX_VALUE) {
            return txns.length;
        }
        int low = from;
        int step = 1;
        int high = from;
        while (high < txns.length && startNanos(high) <= nanos) {
            low = high + 1;
            high = Math.min(txns.length, high + step);
            step *= 2;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (startNanos(middle) <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the number of transactions that take part. */
    public int size() {
        return txns.length;
    }

    /** Returns the transaction of this rank. */
    public int txn(int ofRank) {
        return txns[ofRank];
    }

    /** Returns the rank of a transaction that takes part. */
    public int rank(int txn) {
        return rank[txn];
    }

    /**
     * Returns the lowest rank that began after the end of the transaction of this rank; {@link #size} if there is none.
     */
    public int firstAfterEnd(int ofRank) {
        return firstAfterEnd[ofRank];
    }
}

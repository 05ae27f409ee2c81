package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.longs.LongArrays;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Who ended before whom began: the transactions by end, and for each transaction how many of them ended before it
 * began. O(transactions) after a radix sort.
 */
final class Realtime {

    private final int[] byStart;
    private final int[] byEnd;
    private final int[] endedBefore;

    private Realtime(int[] byStart, int[] byEnd, int[] endedBefore) {
        this.byStart = byStart;
        this.byEnd = byEnd;
        this.endedBefore = endedBefore;
    }

    static Realtime of(KeyValueHistory history) {
        int[] byStart = sorted(history, true);
        int[] byEnd = sorted(history, false);
        int[] endedBefore = new int[history.txnCount()];
        int ended = 0;
        for (int txn : byStart) {
            while (ended < byEnd.length && history.endNanos(byEnd[ended]) < history.startNanos(txn)) {
                ended++;
            }
            endedBefore[txn] = ended;
        }
        return new Realtime(byStart, byEnd, endedBefore);
    }

    /** Nothing is known to precede anything. */
    static Realtime unknown(KeyValueHistory history) {
        return new Realtime(new int[0], new int[0], new int[history.txnCount()]);
    }

    /** Transactions by start or by end; of equal ones the one recorded first comes first. */
    static int[] sorted(KeyValueHistory history, boolean start) {
        long[] times = new long[history.txnCount()];
        int[] order = new int[times.length];
        for (int txn = 0; txn < order.length; txn++) {
            times[txn] = start ? history.startNanos(txn) : history.endNanos(txn);
            order[txn] = txn;
        }
        LongArrays.radixSortIndirect(order, times, true);
        return order;
    }

    /** How many transactions take part: all or none. */
    int size() {
        return byEnd.length;
    }

    int byStart(int place) {
        return byStart[place];
    }

    int byEnd(int place) {
        return byEnd[place];
    }

    /** The transactions that end before this one begins are those by end before this place. */
    int endedBefore(int txn) {
        return endedBefore[txn];
    }
}

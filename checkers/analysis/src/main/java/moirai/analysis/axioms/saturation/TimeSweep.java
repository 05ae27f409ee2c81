package moirai.analysis.axioms.saturation;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.function.IntToLongFunction;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Goes through a history in time: each step is a transaction that begins, and those that ended before it began and
 * weren't passed yet. Intervals are closed: touching is no precedence. A history without times has no steps. O(n) after
 * a radix sort; 8 bytes a transaction.
 */
final class TimeSweep {

    private final KeyValueHistory history;
    private final int[] byStart;
    private final int[] byEnd;
    private int begun;
    private int endedFrom;
    private int endedTo;

    TimeSweep(KeyValueHistory history) {
        this.history = history;
        int count = history.isTimed() ? history.txnCount() : 0;
        this.byStart = sorted(count, history::startNanos);
        this.byEnd = sorted(count, history::endNanos);
    }

    private static int[] sorted(int count, IntToLongFunction time) {
        long[] times = new long[count];
        int[] order = new int[count];
        boolean ascending = true;
        for (int txn = 0; txn < count; txn++) {
            order[txn] = txn;
            times[txn] = time.applyAsLong(txn);
            ascending &= txn == 0 || times[txn - 1] <= times[txn];
        }
        if (!ascending) {
            LongArrays.radixSortIndirect(order, times, true);
        }
        return order;
    }

    /** Goes on to the next transaction that begins, if there is one. */
    boolean begin() {
        if (begun == byStart.length) {
            return false;
        }
        long start = history.startNanos(byStart[begun++]);
        endedFrom = endedTo;
        while (endedTo < byEnd.length && history.endNanos(byEnd[endedTo]) < start) {
            endedTo++;
        }
        return true;
    }

    int begun() {
        return byStart[begun - 1];
    }

    int endedFrom() {
        return endedFrom;
    }

    int endedTo() {
        return endedTo;
    }

    /** The transaction at this place in the order of ends. */
    int ended(int place) {
        return byEnd[place];
    }
}

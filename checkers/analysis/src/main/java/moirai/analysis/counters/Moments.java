package moirai.analysis.counters;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.columns.StableSort;
import moirai.history.History;

/**
 * Bounds the values of a counter that begins at 0 while a transaction ran. Committed increments that had ended before
 * it began count, those that began after its end do not, and all others may or may not.
 *
 * <p>O(writers × log) to prepare, O(log) for each question. Intervals are closed: touching is no precedence.
 */
final class Moments {

    private final CounterValues values;
    private final int key;
    /**
     * The ends of committed writers, ascending, and the sums of the first of them: all, negative ones, positive ones.
     */
    private final long[] ends;

    private final long[] endedSum;
    private final long[] endedNegative;
    private final long[] endedPositive;
    /** The starts of all writers, ascending, and the sums of the first of them. */
    private final long[] starts;

    private final long[] begunNegative;
    private final long[] begunPositive;

    Moments(CounterValues values, int key, IntArrayList writers) {
        this.values = values;
        this.key = key;
        History history = values.history();
        int[] byEnd = StableSort.by(
                history::endNanos,
                writers.intStream().filter(values::isCommitted).toArray());
        this.ends = Arrays.stream(byEnd).mapToLong(history::endNanos).toArray();
        this.endedSum = new long[ends.length + 1];
        this.endedNegative = new long[ends.length + 1];
        this.endedPositive = new long[ends.length + 1];
        for (int i = 0; i < byEnd.length; i++) {
            long net = values.net(byEnd[i], key);
            endedSum[i + 1] = endedSum[i] + net;
            endedNegative[i + 1] = endedNegative[i] + Math.min(0, net);
            endedPositive[i + 1] = endedPositive[i] + Math.max(0, net);
        }
        int[] byStart = StableSort.by(history::startNanos, writers.toIntArray());
        this.starts = Arrays.stream(byStart).mapToLong(history::startNanos).toArray();
        this.begunNegative = new long[starts.length + 1];
        this.begunPositive = new long[starts.length + 1];
        for (int i = 0; i < byStart.length; i++) {
            long net = values.net(byStart[i], key);
            begunNegative[i + 1] = begunNegative[i] + Math.min(0, net);
            begunPositive[i + 1] = begunPositive[i] + Math.max(0, net);
        }
    }

    /** Returns the number of the ascending times that are before {@code time}. O(log times). */
    static int before(long[] times, long time) {
        int from = 0;
        int to = times.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (times[middle] < time) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** Returns the least external value that a read of the transaction may return. */
    long min(int txn) {
        int ended = before(ends, values.history().startNanos(txn));
        int begun = begun(txn);
        long own = Math.min(0, values.net(txn, key));
        return endedSum[ended] + begunNegative[begun] - endedNegative[ended] - own;
    }

    /** Returns the greatest external value that a read of the transaction may return. */
    long max(int txn) {
        int ended = before(ends, values.history().startNanos(txn));
        int begun = begun(txn);
        long own = Math.max(0, values.net(txn, key));
        return endedSum[ended] + begunPositive[begun] - endedPositive[ended] - own;
    }

    private int begun(int txn) {
        long end = values.history().endNanos(txn);
        return end == Long.MAX_VALUE ? starts.length : before(starts, end + 1);
    }
}

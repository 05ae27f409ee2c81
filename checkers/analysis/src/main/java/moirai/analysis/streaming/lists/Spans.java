package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import moirai.history.History;

/**
 * Intervals of time in which cycles lie or may lie. A cycle that leads through one of them and through another that
 * overlaps it lies in both together.
 */
final class Spans {

    /** The number of spans that are kept. Those that are forgotten count as one. */
    private static final int MAX = 1 << 16;

    private final LongArrayList from = new LongArrayList();
    private final LongArrayList to = new LongArrayList();
    private long forgottenFrom = Long.MAX_VALUE;
    private long forgottenTo = Long.MIN_VALUE;

    /** Adds a span, and joins it with the last one if they overlap. */
    void add(long fromNanos, long toNanos) {
        int last = from.size() - 1;
        if (last >= 0 && from.getLong(last) <= toNanos && to.getLong(last) >= fromNanos) {
            from.set(last, Math.min(fromNanos, from.getLong(last)));
            to.set(last, Math.max(toNanos, to.getLong(last)));
            return;
        }
        if (from.size() == MAX) {
            for (int i = 0; i < MAX / 2; i++) {
                forgottenFrom = Math.min(forgottenFrom, from.getLong(i));
                forgottenTo = Math.max(forgottenTo, to.getLong(i));
            }
            from.removeElements(0, MAX / 2);
            to.removeElements(0, MAX / 2);
        }
        from.add(fromNanos);
        to.add(toNanos);
    }

    /** Adds the span of some transactions. */
    void add(History history, int[] txns) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int txn : txns) {
            first = Math.min(first, history.startNanos(txn));
            last = Math.max(last, history.endNanos(txn));
        }
        add(first, last);
    }

    /** Returns whether one of the spans overlaps an interval. O(spans). */
    boolean overlap(long fromNanos, long toNanos) {
        boolean any = forgottenFrom <= toNanos && forgottenTo >= fromNanos;
        for (int i = from.size() - 1; i >= 0 && !any; i--) {
            any = from.getLong(i) <= toNanos && to.getLong(i) >= fromNanos;
        }
        return any;
    }

    /** Returns where the chain of overlapping spans begins that ends with one from this time on. O(spans × links). */
    long begin(long fromNanos) {
        long begin = fromNanos;
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int i = from.size() - 1; i >= 0; i--) {
                if (to.getLong(i) >= begin && from.getLong(i) < begin) {
                    begin = from.getLong(i);
                    grows = true;
                }
            }
        }
        return forgottenTo >= begin ? Math.min(begin, forgottenFrom) : begin;
    }
}

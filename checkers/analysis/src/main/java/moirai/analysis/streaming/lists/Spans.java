package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Spans of ranks across which dependencies lead back. Those that share a rank are one: a cycle that leads through the
 * one may lead through the other.
 */
final class Spans {

    /** The number of spans that are kept. Those that are forgotten count as one. */
    private static final int MAX = 1 << 16;

    /** Where each span begins, ascending, and below where it ends; they are apart. */
    private final LongArrayList from = new LongArrayList();

    private final LongArrayList to = new LongArrayList();
    private long forgottenFrom = Long.MAX_VALUE;
    private long forgottenTo = Long.MIN_VALUE;

    /** Adds a span. O(spans that begin later). */
    void add(long first, long last) {
        if (first <= forgottenTo) {
            forgottenFrom = Math.min(forgottenFrom, first);
            forgottenTo = Math.max(forgottenTo, last);
        }
        int end = from.size();
        while (end > 0 && from.getLong(end - 1) > last) {
            end--;
        }
        int begin = end;
        while (begin > 0 && to.getLong(begin - 1) >= first) {
            begin--;
        }
        long least = begin < end ? Math.min(first, from.getLong(begin)) : first;
        long greatest = begin < end ? Math.max(last, to.getLong(end - 1)) : last;
        from.removeElements(begin, end);
        to.removeElements(begin, end);
        from.add(begin, least);
        to.add(begin, greatest);
        if (from.size() > MAX) {
            forgottenFrom = Math.min(forgottenFrom, from.getLong(0));
            forgottenTo = Math.max(forgottenTo, to.getLong(MAX / 2 - 1));
            from.removeElements(0, MAX / 2);
            to.removeElements(0, MAX / 2);
        }
    }

    /** Returns where the span begins that a rank is in, or the rank itself if it is in none. O(log spans). */
    long begin(long rank) {
        int place = place(rank);
        long begin = place >= 0 && to.getLong(place) >= rank ? from.getLong(place) : rank;
        return begin <= forgottenTo ? Math.min(begin, forgottenFrom) : begin;
    }

    /** Returns whether one span contains two ranks, of which the first one is no greater. O(log spans). */
    boolean contain(long first, long last) {
        int place = place(first);
        return last <= forgottenTo || (place >= 0 && to.getLong(place) >= last);
    }

    /** Returns whether a span ends at a rank or at a greater one. */
    boolean reach(long rank) {
        return forgottenTo >= rank || (!to.isEmpty() && to.getLong(to.size() - 1) >= rank);
    }

    /** Returns the last span that begins up to a rank, or -1. */
    private int place(long rank) {
        int low = 0;
        int high = from.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (from.getLong(middle) <= rank) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }
}

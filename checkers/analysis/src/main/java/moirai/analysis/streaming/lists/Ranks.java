package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import moirai.history.History;

/**
 * When the transactions were in which a window released. Ranks count the released transactions, and each window has one
 * before those of its own. 24 bytes a window.
 */
final class Ranks {

    /** The first rank of each window; below, when the first of its transactions began that are known to have ended. */
    private final LongArrayList first = new LongArrayList();

    private final LongArrayList firstStart = new LongArrayList();
    /** When the last transaction of each window and of those before it ended. */
    private final LongArrayList lastEnd = new LongArrayList();

    /** Notes a window and what it released. */
    void add(long firstRank, History history, Iterable<Integer> released) {
        long start = Long.MAX_VALUE;
        long end = lastEnd.isEmpty() ? Long.MIN_VALUE : lastEnd.getLast();
        for (int txn : released) {
            end = Math.max(end, history.endNanos(txn));
            if (!history.outcome(txn).isIndeterminate()) {
                start = Math.min(start, history.startNanos(txn));
            }
        }
        first.add(firstRank);
        firstStart.add(start);
        lastEnd.add(end);
    }

    /**
     * Returns a rank that no transaction which began at this time or later is below, among those that were released.
     */
    long floor(long startNanos) {
        int low = 0;
        int high = lastEnd.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (lastEnd.getLong(middle) >= startNanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low < first.size() ? first.getLong(low) : Long.MAX_VALUE;
    }

    /**
     * Returns when the first transaction began, among those of this rank or a greater one that are known to have ended;
     * {@link Long#MAX_VALUE} if there is none. O(windows since).
     */
    long startNanos(long rank) {
        long start = Long.MAX_VALUE;
        for (int window = first.size() - 1; window >= 0; window--) {
            start = Math.min(start, firstStart.getLong(window));
            if (first.getLong(window) <= rank) {
                return start;
            }
        }
        return start;
    }
}

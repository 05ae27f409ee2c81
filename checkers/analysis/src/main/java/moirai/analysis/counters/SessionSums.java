package moirai.analysis.counters;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The sums of what the session of each read added to the key in earlier and in later transactions. O(reads + writers).
 */
final class SessionSums {

    private final long[] before;
    private final long[] after;

    /**
     * Adds up the increments.
     *
     * @param reads ops that read the key, ascending
     * @param writers transactions that increment it and may have taken effect, ascending
     */
    SessionSums(CounterValues values, int key, int[] reads, IntArrayList writers) {
        this.before = new long[reads.length];
        var sums = new Int2LongOpenHashMap();
        int next = 0;
        for (int i = 0; i < before.length; i++) {
            int reader = values.txn(reads[i]);
            for (; next < writers.size() && writers.getInt(next) < reader; next++) {
                int writer = writers.getInt(next);
                if (values.isCommitted(writer)) {
                    sums.addTo(values.history().session(writer), values.net(writer, key));
                }
            }
            before[i] = sums.get(values.history().session(reader));
        }
        this.after = new long[before.length];
        sums.clear();
        next = writers.size() - 1;
        for (int i = before.length - 1; i >= 0; i--) {
            int reader = values.txn(reads[i]);
            for (; next >= 0 && writers.getInt(next) > reader; next--) {
                int writer = writers.getInt(next);
                sums.addTo(values.history().session(writer), values.net(writer, key));
            }
            after[i] = sums.get(values.history().session(reader));
        }
    }

    /** Returns by how much later transactions of the session may have changed the key after the read at this index. */
    long after(int index) {
        return after[index];
    }

    /** Returns the sum that earlier transactions of the session had committed before the read at this index. */
    long before(int index) {
        return before[index];
    }
}

package moirai.analysis.counters;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** What the session of each read had committed to the key in earlier transactions. O(reads + writers). */
final class SessionSums {

    private final long[] before;

    /**
     * Adds it up.
     *
     * @param reads ops that read the key, ascending
     * @param writers transactions that increment it, ascending
     */
    SessionSums(CounterValues values, int key, IntArrayList reads, IntArrayList writers) {
        this.before = new long[reads.size()];
        var sums = new Int2LongOpenHashMap();
        int next = 0;
        for (int i = 0; i < before.length; i++) {
            int reader = values.txn(reads.getInt(i));
            for (; next < writers.size() && writers.getInt(next) < reader; next++) {
                int writer = writers.getInt(next);
                if (values.isCommitted(writer)) {
                    sums.addTo(values.history().session(writer), values.net(writer, key));
                }
            }
            before[i] = sums.get(values.history().session(reader));
        }
    }

    /** For the read at this index. */
    long before(int index) {
        return before[index];
    }
}

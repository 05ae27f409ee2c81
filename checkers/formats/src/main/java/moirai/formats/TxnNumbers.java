package moirai.formats;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Maps the numbers that a file gives its transactions to dense numbers.
 *
 * <p>Most files count from 0 or 1 without large gaps, and an array finds those without the cache misses of a hash
 * table; numbers far beyond the count so far go to a table.
 */
final class TxnNumbers {

    static final int ABSENT = -1;
    private static final int ROOM = 1 << 16;
    /** The limit on numbers in the array; twice as many have to fit. */
    private static final long NEAR_MAX = 1 << 29;

    /** The array: one more than the dense number, or 0. */
    private int[] near = new int[ROOM];

    private final Long2IntOpenHashMap far = new Long2IntOpenHashMap();
    private int count;

    TxnNumbers() {
        far.defaultReturnValue(ABSENT);
    }

    /** Returns the dense number, or {@link #ABSENT}. */
    int find(long number) {
        if (number >= 0 && number < near.length && near[(int) number] != 0) {
            return near[(int) number] - 1;
        }
        return far.isEmpty() ? ABSENT : far.get(number);
    }

    /** Adds a number that is absent. */
    void add(long number, int dense) {
        count++;
        if (number >= near.length && number < Math.min(4L * count + ROOM, NEAR_MAX)) {
            near = Arrays.copyOf(near, (int) Math.max(2 * number, near.length));
        }
        if (number >= 0 && number < near.length) {
            near[(int) number] = dense + 1;
        } else {
            far.put(number, dense);
        }
    }
}

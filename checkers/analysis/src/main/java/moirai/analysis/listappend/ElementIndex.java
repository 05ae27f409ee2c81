package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;

/**
 * A table of the op that appended each element to one key, reused for key after key.
 *
 * <p>Workloads count the elements of a key, so a table with a slot for each number between the least and the greatest
 * element is small and answers without hashing. Elements that lie far apart are hashed instead, and compared.
 */
final class ElementIndex {

    /** The number of slots that a table has at most for each append, besides a few more. */
    private static final int SPREAD_MAX = 4;

    private static final int SPREAD_FREE = 64;

    private int[] table = new int[256];
    private int least;
    /** The number of slots of the table that are in use; 0 if the elements are hashed. */
    private int range;

    private Int2IntOpenHashMap hashed = new Int2IntOpenHashMap();

    /** Clears the table and prepares it for {@code count} elements from {@code min} to {@code max}. O(count). */
    void reset(int count, int min, int max) {
        long spread = (long) max - min + 1;
        if (count == 0 || spread > (long) SPREAD_MAX * count + SPREAD_FREE) {
            range = 0;
            // A new one, since to clear it costs what the largest key before needed.
            hashed = new Int2IntOpenHashMap(count);
            hashed.defaultReturnValue(Writes.UNKNOWN);
            return;
        }
        least = min;
        range = (int) spread;
        if (table.length < range) {
            table = new int[Math.max(range, 2 * table.length)];
        }
        Arrays.fill(table, 0, range, Writes.UNKNOWN);
    }

    /** Records the op that appended the element; returns false and keeps the first op if one is known already. */
    boolean put(int element, int op) {
        if (range == 0) {
            return hashed.putIfAbsent(element, op) == Writes.UNKNOWN;
        }
        int slot = element - least;
        if (table[slot] != Writes.UNKNOWN) {
            return false;
        }
        table[slot] = op;
        return true;
    }

    /** Returns the op that appended the element, or {@link Writes#UNKNOWN}. */
    int of(int element) {
        if (range == 0) {
            return hashed.get(element);
        }
        // Out of range on either side, as an unsigned number, is large; a wrapped difference is as well.
        int slot = element - least;
        return Integer.compareUnsigned(slot, range) < 0 ? table[slot] : Writes.UNKNOWN;
    }
}

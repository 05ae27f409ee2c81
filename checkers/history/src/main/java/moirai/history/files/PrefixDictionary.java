package moirai.history.files;

import java.util.Arrays;

/**
 * The last list of each key that a writer read, kept alike by writer and reader so that a read is stored as what it
 * adds. Part of the file format:
 *
 * <ul>
 *   <li>It is empty at the start of each segment; a key that it does not hold has the empty list.
 *   <li>A read that is a prefix of its key's list leaves that list alone. Any other read replaces it. So a stale read
 *       between fresh ones costs nothing.
 *   <li>After a read, if the lengths of all lists plus the number of their keys are more than {@link #SIZE_MAX}, it is
 *       emptied.
 * </ul>
 *
 * <p>Open addressing on primitives, because a lookup is made for every read.
 */
final class PrefixDictionary {

    static final int SIZE_MAX = 1 << 20;

    private static final int[] NO_ELEMENTS = {};
    private static final int FREE = -1;

    private int[] slots = new int[64];
    private int[] keys = new int[32];
    private int[] lengths = new int[32];
    private int[][] lists = new int[32][];
    private int count;
    /** Lengths plus keys: at most {@link #SIZE_MAX} and one read more. */
    private long size;

    PrefixDictionary() {
        Arrays.fill(slots, FREE);
        Arrays.fill(lists, NO_ELEMENTS);
    }

    /** The entry of this key; a new one with the empty list if there was none. Good until the next {@link #trim}. */
    int entry(int key) {
        int slot = slotOf(key);
        if (slots[slot] != FREE) {
            return slots[slot];
        }
        if (2 * (count + 1) > slots.length) {
            grow();
            slot = slotOf(key);
        }
        slots[slot] = count;
        keys[count] = key;
        lengths[count] = 0;
        size++;
        return count++;
    }

    int length(int entry) {
        return lengths[entry];
    }

    /** The entry's list, of which the first {@link #length} elements count. */
    int[] list(int entry) {
        return lists[entry];
    }

    /** Makes room for a list that shares {@code shared} elements with the entry's; the caller fills in the others. */
    int[] replace(int entry, int shared, int length) {
        if (length > lists[entry].length) {
            int[] longer = new int[Math.max(length, Math.min(2 * lists[entry].length, SIZE_MAX))];
            System.arraycopy(lists[entry], 0, longer, 0, shared);
            lists[entry] = longer;
        }
        size += length - lengths[entry];
        lengths[entry] = length;
        return lists[entry];
    }

    /** To be called after each read. */
    void trim() {
        if (size > SIZE_MAX) {
            clear();
        }
    }

    void clear() {
        Arrays.fill(slots, FREE);
        Arrays.fill(lists, 0, count, NO_ELEMENTS);
        count = 0;
        size = 0;
    }

    private int slotOf(int key) {
        int mask = slots.length - 1;
        int hash = key * 0x9e3779b9;
        int slot = (hash ^ (hash >>> 16)) & mask;
        while (slots[slot] != FREE && keys[slots[slot]] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int capacity = 2 * keys.length;
        keys = Arrays.copyOf(keys, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        lists = Arrays.copyOf(lists, capacity);
        Arrays.fill(lists, count, capacity, NO_ELEMENTS);
        slots = new int[2 * capacity];
        Arrays.fill(slots, FREE);
        for (int entry = 0; entry < count; entry++) {
            slots[slotOf(keys[entry])] = entry;
        }
    }
}

package moirai.history.dictionary;

import java.util.Arrays;

/**
 * The keys that a writer has read, and the lengths of their last lists. Writer and reader keep the same dictionary, so
 * that a read is stored as what it adds. Writers have the lists themselves, in {@link KnownLists}. Readers have the
 * places where the history that is built keeps them, see {@link moirai.history.HistoryBuilder#lastList}. Part of the
 * file format:
 *
 * <ul>
 * <li>It is empty at the start of each segment; a key that it does not hold has the empty list.
 * <li>A read that is a prefix of its key's list leaves that list alone. Any other read replaces it. So a stale read
 *   between fresh ones costs nothing.
 * <li>After a read, if the lengths of all lists plus the number of their keys are more than {@link #SIZE_MAX}, it is
 *   emptied.
 * </ul>
 *
 * <p>Open addressing on primitives, because a lookup is made for every read. Keys that are close together share a block
 * of slots, because workloads move from key to key and each of many writers has a dictionary: with slots all over the
 * table, misses in the cache were a quarter of the time of reading a history.
 */
public final class PrefixDictionary {

    /** The sum of lengths and keys beyond which a dictionary is emptied. */
    public static final int SIZE_MAX = 1 << 20;

    private static final int FREE = -1;
    /**
     * The multiplier, 2^64 divided by the golden ratio: its high bits spread names that are close together, or far
     * apart.
     */
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private static final int BLOCK_BITS = 4;

    private int[] slots = new int[64];
    private long[] keys = new long[32];
    private int[] lengths = new int[32];
    private int[] places = new int[32];
    private int count;
    /** The sum of lengths and keys: at most {@link #SIZE_MAX} and one read more. */
    private long size;

    public PrefixDictionary() {
        Arrays.fill(slots, FREE);
    }

    /**
     * Returns the entry of this key; a new one with the empty list if there was none. Valid until the next {@link
     * #trim}.
     */
    public int entry(long key) {
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

    /** Returns how many entries there are: they number from 0. */
    public int count() {
        return count;
    }

    /** Returns how many entries fit without growth. */
    public int capacity() {
        return keys.length;
    }

    public int length(int entry) {
        return lengths[entry];
    }

    /** Returns the place of the entry's list, for a reader; meaningless if that list is empty. */
    public int place(int entry) {
        return places[entry];
    }

    /** Replaces the entry's list by the one at this place, of which so many elements were read. */
    public void replace(int entry, int place, int length) {
        places[entry] = place;
        replace(entry, length);
    }

    /** Replaces the entry's list by one of this length. */
    public void replace(int entry, int length) {
        size += length - lengths[entry];
        lengths[entry] = length;
    }

    /** Empties the dictionary if it is too large; must be called after each read. Returns whether it was emptied. */
    public boolean trim() {
        if (size > SIZE_MAX) {
            clear();
            return true;
        }
        return false;
    }

    public void clear() {
        Arrays.fill(slots, FREE);
        count = 0;
        size = 0;
    }

    private int slotOf(long key) {
        int mask = slots.length - 1;
        long block = ((key >> BLOCK_BITS) * SPREAD) >>> (Long.numberOfLeadingZeros(mask) + BLOCK_BITS);
        int slot = (int) ((block << BLOCK_BITS) | (key & ((1 << BLOCK_BITS) - 1)));
        while (slots[slot] != FREE && keys[slots[slot]] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int capacity = 2 * keys.length;
        keys = Arrays.copyOf(keys, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        places = Arrays.copyOf(places, capacity);
        slots = new int[2 * capacity];
        Arrays.fill(slots, FREE);
        for (int entry = 0; entry < count; entry++) {
            slots[slotOf(keys[entry])] = entry;
        }
    }
}

package moirai.history.dictionary;

import java.util.Arrays;
import java.util.Optional;

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
 * <li>After every {@value #PERIOD_READS}th read of a segment, keys are dropped that none of these reads was of. So a
 *   workload that replaces its keys leaves little here, however long the segment is. Older versions of the format keep
 *   such keys.
 * <li>After a read, if the lengths of all lists plus the number of their keys are more than {@link #SIZE_MAX}, it is
 *   emptied, and reads are counted from here.
 * </ul>
 *
 * <p>Open addressing on primitives, because a lookup is made for every read. Keys that are close together share a block
 * of slots, because workloads move from key to key and each of many writers has a dictionary: with slots all over the
 * table, misses in the cache were a quarter of the time of reading a history.
 */
public final class PrefixDictionary {

    /** The sum of lengths and keys beyond which a dictionary is emptied. */
    public static final int SIZE_MAX = 1 << 20;

    /** The number of reads after which keys are dropped that were not read meanwhile. */
    public static final int PERIOD_READS = 1 << 12;

    private static final int FREE = -1;
    /**
     * The multiplier, 2^64 divided by the golden ratio: its high bits spread names that are close together, or far
     * apart.
     */
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private static final int BLOCK_BITS = 4;
    private static final int[] NONE = {};

    private int[] slots = new int[64];
    private long[] keys = new long[32];
    private int[] lengths = new int[32];
    private int[] places = new int[32];
    /** The period in which each entry was used last. */
    private int[] lastUse = new int[32];

    private int count;
    private int period;
    /** The number of reads in this period. */
    private int reads;

    private boolean keepsIdle;
    /** The sum of lengths and keys: at most {@link #SIZE_MAX} and one read more. */
    private long size;

    public PrefixDictionary() {
        Arrays.fill(slots, FREE);
    }

    /** Says whether keys stay that are not read any more, as in older versions of the format. At first they do not. */
    public void keepIdle(boolean keep) {
        keepsIdle = keep;
    }

    /**
     * Returns the entry of this key; a new one with the empty list if there was none. Valid until the next {@link
     * #trim}.
     */
    public int entry(long key) {
        int slot = slotOf(key);
        if (slots[slot] != FREE) {
            lastUse[slots[slot]] = period;
            return slots[slot];
        }
        if (2 * (count + 1) > slots.length) {
            grow();
            slot = slotOf(key);
        }
        slots[slot] = count;
        keys[count] = key;
        lengths[count] = 0;
        lastUse[count] = period;
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

    /**
     * Drops entries that are idle, or all if they are too many; must be called after each read.
     *
     * @return the entries that stay, ascending by the numbers that they had: from now on they number from 0; empty if
     *     all stay
     */
    public Optional<int[]> trim() {
        reads++;
        Optional<int[]> kept = Optional.empty();
        if (reads >= PERIOD_READS && !keepsIdle) {
            kept = dropIdle();
            reads = 0;
            period++;
        }
        if (size > SIZE_MAX) {
            clear();
            return Optional.of(NONE);
        }
        return kept;
    }

    private Optional<int[]> dropIdle() {
        int[] kept = new int[count];
        int keptCount = 0;
        for (int entry = 0; entry < count; entry++) {
            if (lastUse[entry] == period) {
                keys[keptCount] = keys[entry];
                lengths[keptCount] = lengths[entry];
                places[keptCount] = places[entry];
                lastUse[keptCount] = period;
                kept[keptCount++] = entry;
            } else {
                size -= lengths[entry] + 1L;
            }
        }
        if (keptCount == count) {
            return Optional.empty();
        }
        count = keptCount;
        fillSlots();
        return Optional.of(Arrays.copyOf(kept, keptCount));
    }

    public void clear() {
        Arrays.fill(slots, FREE);
        count = 0;
        size = 0;
        reads = 0;
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
        lastUse = Arrays.copyOf(lastUse, capacity);
        slots = new int[2 * capacity];
        fillSlots();
    }

    private void fillSlots() {
        Arrays.fill(slots, FREE);
        for (int entry = 0; entry < count; entry++) {
            slots[slotOf(keys[entry])] = entry;
        }
    }
}

package moirai.history;

import java.util.Arrays;

/**
 * Dense ids for key names, in order of first appearance: open addressing, because a lookup is made for every op. Names
 * that are close together share a block of slots, because workloads move from key to key.
 */
final class KeyIndex {

    private static final int EMPTY = -1;
    /**
     * The multiplier, 2^64 divided by the golden ratio: its high bits spread names that are close together, or far
     * apart.
     */
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private static final int BLOCK_BITS = 4;

    private final Longs names = new Longs(16);
    private int[] slots = new int[32];

    KeyIndex() {
        Arrays.fill(slots, EMPTY);
    }

    Longs names() {
        return names;
    }

    /** Returns the id of this name; a new one if it was not seen before. */
    int idOf(long name) {
        int slot = slotOf(name);
        if (slots[slot] != EMPTY) {
            return slots[slot];
        }
        int id = names.size();
        names.add(name);
        slots[slot] = id;
        if (2 * names.size() > slots.length) {
            rehash();
        }
        return id;
    }

    private int slotOf(long name) {
        int mask = slots.length - 1;
        long block = ((name >> BLOCK_BITS) * SPREAD) >>> (Long.numberOfLeadingZeros(mask) + BLOCK_BITS);
        int slot = (int) ((block << BLOCK_BITS) | (name & ((1 << BLOCK_BITS) - 1)));
        while (slots[slot] != EMPTY && names.at(slots[slot]) != name) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        Arrays.fill(slots, EMPTY);
        for (int id = 0; id < names.size(); id++) {
            slots[slotOf(names.at(id))] = id;
        }
    }
}

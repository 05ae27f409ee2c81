package moirai.analysis.cycles;

import java.util.Arrays;

/**
 * A map from pairs of vertex and state, in one int, to ints, emptied in O(1): a search begins anew at every root, and
 * clearing a table as large as the largest search before would cost more than most searches.
 *
 * <p>Open addressing; a slot counts if it bears the number of the current generation. Only ever looked up.
 */
final class PairTable {

    private static final int SPREAD = 0x9e3779b9;

    private int[] keys = new int[64];
    private int[] values = new int[64];
    private int[] generations = new int[64];
    private int generation = 1;
    private int size;

    void clear() {
        size = 0;
        if (++generation == 0) {
            Arrays.fill(generations, 0);
            generation = 1;
        }
    }

    /** Notes the value, unless the key has one; whether it had none. */
    boolean putIfAbsent(int key, int value) {
        int slot = slotOf(key);
        if (generations[slot] == generation) {
            return false;
        }
        if (2 * (size + 1) > keys.length) {
            grow();
            slot = slotOf(key);
        }
        put(slot, key, value);
        size++;
        return true;
    }

    /** Returns the value of a key that has one. */
    int get(int key) {
        return values[slotOf(key)];
    }

    private void put(int slot, int key, int value) {
        keys[slot] = key;
        values[slot] = value;
        generations[slot] = generation;
    }

    private int slotOf(int key) {
        int mask = keys.length - 1;
        int hash = key * SPREAD;
        int slot = (hash ^ (hash >>> 15)) & mask;
        while (generations[slot] == generation && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldValues = values;
        int[] oldGenerations = generations;
        keys = new int[2 * oldKeys.length];
        values = new int[keys.length];
        generations = new int[keys.length];
        for (int slot = 0; slot < oldKeys.length; slot++) {
            if (oldGenerations[slot] == generation) {
                put(slotOf(oldKeys[slot]), oldKeys[slot], oldValues[slot]);
            }
        }
    }
}

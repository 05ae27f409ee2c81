package moirai.history.files;

import java.util.Arrays;

/**
 * The dictionary of a reader: instead of a copy of each list it has the op of the history that read it. See
 * {@link PrefixDictionary}.
 */
final class KnownReads {

    private final PrefixDictionary dictionary = new PrefixDictionary();
    private int[] ops = new int[32];

    /** The entry of this key; a new one with the empty list if there was none. Good until the next {@link #trim}. */
    int entry(long key) {
        int entry = dictionary.entry(key);
        if (entry >= ops.length) {
            ops = Arrays.copyOf(ops, dictionary.capacity());
        }
        return entry;
    }

    int length(int entry) {
        return dictionary.length(entry);
    }

    /** The op that read the entry's list; meaningless if that is empty. */
    int op(int entry) {
        return ops[entry];
    }

    /** The entry's list becomes what an op read. */
    void replace(int entry, int op, int length) {
        ops[entry] = op;
        dictionary.replace(entry, length);
    }

    /** To be called after each read. */
    void trim() {
        dictionary.trim();
    }

    void clear() {
        dictionary.clear();
    }
}

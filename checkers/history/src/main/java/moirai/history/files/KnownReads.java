package moirai.history.files;

import java.util.Arrays;

/**
 * The dictionary of a reader: instead of a copy of each list it has the place where the history that is built keeps it
 * ({@link moirai.history.HistoryBuilder#lastList}). See {@link PrefixDictionary}.
 */
final class KnownReads {

    private final PrefixDictionary dictionary = new PrefixDictionary();
    private int[] lists = new int[32];

    /**
     * Returns the entry of this key; a new one with the empty list if there was none. Valid until the next {@link
     * #trim}.
     */
    int entry(long key) {
        int entry = dictionary.entry(key);
        if (entry >= lists.length) {
            lists = Arrays.copyOf(lists, dictionary.capacity());
        }
        return entry;
    }

    int length(int entry) {
        return dictionary.length(entry);
    }

    /** Returns the place of the entry's list; meaningless if that is empty. */
    int list(int entry) {
        return lists[entry];
    }

    /** Replaces the entry's list by the one at this place, as far as it was read. */
    void replace(int entry, int list, int length) {
        lists[entry] = list;
        dictionary.replace(entry, length);
    }

    /** Drops entries that are too many; must be called after each read. */
    void trim() {
        dictionary.trim();
    }

    void clear() {
        dictionary.clear();
    }
}

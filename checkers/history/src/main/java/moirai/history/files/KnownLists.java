package moirai.history.files;

import java.util.Arrays;

/** The dictionary of a writer, with the lists: later reads are compared with them. See {@link PrefixDictionary}. */
final class KnownLists {

    private static final int[] NO_ELEMENTS = {};

    private final PrefixDictionary dictionary = new PrefixDictionary();
    private int[][] lists = new int[32][];

    KnownLists() {
        Arrays.fill(lists, NO_ELEMENTS);
    }

    /**
     * Returns the entry of this key; a new one with the empty list if there was none. Valid until the next {@link
     * #trim}.
     */
    int entry(long key) {
        int entry = dictionary.entry(key);
        if (entry >= lists.length) {
            int before = lists.length;
            lists = Arrays.copyOf(lists, dictionary.capacity());
            Arrays.fill(lists, before, lists.length, NO_ELEMENTS);
        }
        return entry;
    }

    int length(int entry) {
        return dictionary.length(entry);
    }

    /** Returns the entry's list, of which the first {@link #length} elements count. */
    int[] list(int entry) {
        return lists[entry];
    }

    /** Makes room for a list that shares {@code shared} elements with the entry's; the caller fills in the others. */
    int[] replace(int entry, int shared, int length) {
        if (length > lists[entry].length) {
            int[] longer = new int[Math.max(length, Math.min(2 * lists[entry].length, PrefixDictionary.SIZE_MAX))];
            System.arraycopy(lists[entry], 0, longer, 0, shared);
            lists[entry] = longer;
        }
        dictionary.replace(entry, length);
        return lists[entry];
    }

    /** Drops entries that are too many; must be called after each read. */
    void trim() {
        int count = dictionary.count();
        if (dictionary.trim()) {
            Arrays.fill(lists, 0, count, NO_ELEMENTS);
        }
    }

    void clear() {
        Arrays.fill(lists, 0, dictionary.count(), NO_ELEMENTS);
        dictionary.clear();
    }
}

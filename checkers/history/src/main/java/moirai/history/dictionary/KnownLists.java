package moirai.history.dictionary;

import java.util.Arrays;
import java.util.Optional;

/**
 * A dictionary with its lists: a writer compares later reads with them, and a reader carries them from one history to
 * the next. See {@link PrefixDictionary}.
 */
public final class KnownLists {

    private static final int[] NO_ELEMENTS = {};

    private final PrefixDictionary dictionary;
    private int[][] lists = new int[32][];

    public KnownLists() {
        this(new PrefixDictionary());
    }

    /** Makes lists for a dictionary that others look up, too. */
    public KnownLists(PrefixDictionary dictionary) {
        this.dictionary = dictionary;
        Arrays.fill(lists, NO_ELEMENTS);
    }

    /**
     * Returns the entry of this key; a new one with the empty list if there was none. Valid until the next {@link
     * #trim}.
     */
    public int entry(long key) {
        int entry = dictionary.entry(key);
        if (entry >= lists.length) {
            int before = lists.length;
            lists = Arrays.copyOf(lists, dictionary.capacity());
            Arrays.fill(lists, before, lists.length, NO_ELEMENTS);
        }
        return entry;
    }

    public int length(int entry) {
        return dictionary.length(entry);
    }

    /** Returns the entry's list, of which the first {@link #length} elements count. */
    public int[] list(int entry) {
        return lists[entry];
    }

    /** Makes room for a list that shares {@code shared} elements with the entry's; the caller fills in the others. */
    public int[] replace(int entry, int shared, int length) {
        if (length > lists[entry].length) {
            int[] longer = new int[Math.max(length, Math.min(2 * lists[entry].length, PrefixDictionary.SIZE_MAX))];
            System.arraycopy(lists[entry], 0, longer, 0, shared);
            lists[entry] = longer;
        }
        dictionary.replace(entry, length);
        return lists[entry];
    }

    /** Drops entries that are idle or too many; must be called after each read. See {@link PrefixDictionary#trim}. */
    public Optional<int[]> trim() {
        int count = Math.min(dictionary.count(), lists.length);
        Optional<int[]> kept = dictionary.trim();
        if (kept.isPresent()) {
            int[] entries = kept.get();
            for (int i = 0; i < entries.length; i++) {
                lists[i] = lists[entries[i]];
            }
            Arrays.fill(lists, entries.length, count, NO_ELEMENTS);
        }
        return kept;
    }

    public void clear() {
        Arrays.fill(lists, 0, Math.min(dictionary.count(), lists.length), NO_ELEMENTS);
        dictionary.clear();
    }
}

package moirai.history;

/**
 * The lists that reads returned, each key's reads sharing lists where one is a prefix of the other.
 *
 * <p>A list lives in a region of one column. When a longer read outgrows the region, the list moves to a region twice
 * as large at the end, so storing a list that grows by one element at a time costs O(1) an element, and comparing a
 * read with the lists of its key is one vectorised comparison for each list tried.
 */
final class ListPool {

    /**
     * The number of lists of a key that a read is compared with before it gets its own; more than one means anomalies
     * anyway.
     */
    private static final int LISTS_TRIED_MAX = 8;

    /** Stands for no list. */
    static final int NONE = -1;

    private final Ints elements = new Ints(128);
    private final Ints offset = new Ints(16);
    private final Ints size = new Ints(16);
    private final Ints capacity = new Ints(16);
    private final Ints key = new Ints(16);
    /** The newest list of each key, and of each list the one made before it; -1 ends the chain. */
    private final Ints newestList = new Ints(16);

    private final Ints olderList = new Ints(16);

    /** Gives the key with the next dense id its first, empty list. */
    void addKey() {
        newestList.add(-1);
        addList(newestList.size() - 1);
    }

    /**
     * Returns the list of which the first {@code length} of {@code values} are a prefix; extends or makes one if
     * needed. The first {@code shared} elements are those of a known list of the key: only the values from there on are
     * compared, the others may be overwritten.
     *
     * <p>With one list, which a key has unless reads contradict each other, the known list is the one that would be
     * tried first. With more, another list may come before it in the order of trial. So all elements are compared, and
     * the result does not depend on what the caller knew.
     */
    int listOf(int key, int known, int shared, int[] values, int length) {
        int list = newestList.at(key);
        boolean isOnly = olderList.at(list) < 0;
        int from = isOnly ? shared : 0;
        if (shared > 0 && !isOnly) {
            elements.copyTo(offset.at(known), values, shared);
        }
        for (int tried = 0; list >= 0 && !agrees(list, from, values, length); tried++) {
            list = tried + 1 < LISTS_TRIED_MAX ? olderList.at(list) : -1;
        }
        if (list < 0) {
            if (from > 0) {
                elements.copyTo(offset.at(known), values, from);
            }
            list = addList(key);
        }
        if (length > size.at(list)) {
            extend(list, values, length);
        }
        return list;
    }

    /**
     * Returns the only list of a key, extended to all these values; {@link #NONE} if it has others, or does not agree.
     */
    int adopt(int ofKey, int[] values, int length) {
        int list = newestList.at(ofKey);
        if (!isOnly(list) || !agrees(list, 0, values, length)) {
            return NONE;
        }
        if (length > size.at(list)) {
            extend(list, values, length);
        }
        return list;
    }

    /**
     * Gives the key with the next dense id its first list: the only one of this key of another pool, else an empty one.
     */
    void addKey(ListPool others, int theirs) {
        addKey();
        int list = others.newestList.at(theirs);
        if (others.isOnly(list)) {
            int length = others.size.at(list);
            int from = elements.addFrom(others.elements, others.offset.at(list), length);
            int added = newestList.at(newestList.size() - 1);
            offset.set(added, from);
            size.set(added, length);
            capacity.set(added, length);
        }
    }

    /** Returns the list that has this prefix of a list of another pool; see {@link #addKey(ListPool, int)}. */
    int listOf(int key, ListPool others, int list, int length) {
        if (others.isOnly(list)) {
            return newestList.at(key);
        }
        int[] values = new int[length];
        others.elements.copyTo(others.offset.at(list), values, length);
        return listOf(key, -1, 0, values, length);
    }

    /** Returns whether the key of this list has no other. */
    private boolean isOnly(int list) {
        return list == newestList.at(key.at(list)) && olderList.at(list) < 0;
    }

    /** Returns whether the list and the values agree from {@code from} on, as far as both go. */
    private boolean agrees(int list, int from, int[] values, int length) {
        int compared = Math.max(0, Math.min(length, size.at(list)) - from);
        return elements.mismatch(offset.at(list) + from, values, from, compared) < 0;
    }

    int element(int list, int index) {
        return elements.at(offset.at(list) + index);
    }

    /** Returns the key that has this list. */
    int keyOf(int list) {
        return key.at(list);
    }

    /** Returns whether a key has more than one list. Otherwise lists have the numbers of their keys. */
    boolean hasSeveral() {
        return size.size() > newestList.size();
    }

    /** Gives keys, and with them their lists, other numbers: {@code order[0]} becomes 0. No key may have several. */
    void gather(int[] order) {
        offset.gather(order);
        size.gather(order);
        capacity.gather(order);
    }

    private int addList(int ofKey) {
        int list = size.size();
        offset.add(0);
        size.add(0);
        capacity.add(0);
        key.add(ofKey);
        olderList.add(newestList.at(ofKey));
        newestList.set(ofKey, list);
        return list;
    }

    private void extend(int list, int[] values, int length) {
        int before = size.at(list);
        if (length > capacity.at(list)) {
            int room = Math.max(8, Math.max(length, 2 * capacity.at(list)));
            int moved = elements.addZeros(room);
            elements.copyWithin(offset.at(list), moved, before);
            offset.set(list, moved);
            capacity.set(list, room);
        }
        elements.copyFrom(values, before, length, offset.at(list) + before);
        size.set(list, length);
    }

    /** Returns the lists without the room that was left for growth. */
    History.ListColumns columns() {
        int total = 0;
        for (int list = 0; list < size.size(); list++) {
            total += size.at(list);
        }
        var packed = new Ints(total);
        for (int list = 0; list < size.size(); list++) {
            int from = packed.addFrom(elements, offset.at(list), size.at(list));
            offset.set(list, from);
        }
        return new History.ListColumns(key.trim(), offset.trim(), size.trim(), packed);
    }
}

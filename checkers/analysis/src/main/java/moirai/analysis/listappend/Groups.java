package moirai.analysis.listappend;

import moirai.history.History;

/** Ops or lists by their key: of each key a range of places, and in each place a member, ascending. */
final class Groups {

    private final int[] ends;
    private final int[] members;

    /** @param counts how many members each key has; becomes part of this */
    private Groups(int[] counts) {
        int total = 0;
        for (int key = 0; key < counts.length; key++) {
            int count = counts[key];
            // Where the next member goes; once all are in, where they end.
            counts[key] = total;
            total += count;
        }
        this.ends = counts;
        this.members = new int[total];
    }

    /** Groups appends by key. O(ops), two passes. */
    static Groups ofAppends(History history) {
        int[] counts = new int[history.keyCount()];
        for (int op = 0; op < history.opCount(); op++) {
            if (history.isAppend(op)) {
                counts[history.key(op)]++;
            }
        }
        var groups = new Groups(counts);
        for (int op = 0; op < history.opCount(); op++) {
            if (history.isAppend(op)) {
                groups.add(history.key(op), op);
            }
        }
        return groups;
    }

    /** Groups lists by key. O(lists). */
    static Groups ofLists(History history) {
        int[] counts = new int[history.keyCount()];
        for (int list = 0; list < history.listCount(); list++) {
            counts[history.listKey(list)]++;
        }
        var groups = new Groups(counts);
        for (int list = 0; list < history.listCount(); list++) {
            groups.add(history.listKey(list), list);
        }
        return groups;
    }

    private void add(int key, int member) {
        members[ends[key]++] = member;
    }

    /** Returns the first place of the key. */
    int first(int key) {
        return key == 0 ? 0 : ends[key - 1];
    }

    /** Returns the place behind the last one of the key. */
    int end(int key) {
        return ends[key];
    }

    /** Returns the number of members of all keys together. */
    int size() {
        return members.length;
    }

    int member(int place) {
        return members[place];
    }
}

package moirai.mockstore.rules;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntSet;
import moirai.analysis.axioms.KeyValueHistory;

/** The committed writers of one key in the order of a timeline; the initial state counts as the writer at index -1. */
final class Versions {

    private final IntArrayList writers = new IntArrayList(2);

    IntList writers() {
        return writers;
    }

    int size() {
        return writers.size();
    }

    int writer(int index) {
        return writers.getInt(index);
    }

    /** Returns the last writer, or the initial state. */
    int latest() {
        return writers.isEmpty() ? KeyValueHistory.INITIAL : writers.topInt();
    }

    /** Returns all writers in reverse order, and the initial state. */
    IntList latestFirst() {
        return new LatestFirst(writers, -1, writers.size() - 1);
    }

    void append(int txn) {
        writers.add(txn);
    }

    void add(int index, int txn) {
        writers.add(index, txn);
    }

    /** Forgets the writers of a set, which are the first ones. */
    void forget(IntSet forgotten) {
        int count = 0;
        while (count < writers.size() && forgotten.contains(writers.getInt(count))) {
            count++;
        }
        writers.removeElements(0, count);
        writers.trim();
    }

    boolean isEmpty() {
        return writers.isEmpty();
    }

    /** Returns how many of the writers are before this label. O(log writers), and O(1) if all are. */
    int countBefore(long label, Timeline timeline) {
        int from = 0;
        int to = writers.size();
        if (to == 0 || timeline.label(writers.getInt(to - 1)) < label) {
            return to;
        }
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (timeline.label(writers.getInt(middle)) < label) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}

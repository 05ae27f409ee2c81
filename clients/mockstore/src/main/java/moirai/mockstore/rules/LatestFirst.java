package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.AbstractIntList;
import it.unimi.dsi.fastutil.ints.IntList;

/** A view of a range of a key's writers in reverse order; the initial state counts as the writer at index -1. */
final class LatestFirst extends AbstractIntList {

    private final IntList writers;
    private final int first;
    private final int last;

    /** Creates a view, which is empty if the last is before the first. */
    LatestFirst(IntList writers, int first, int last) {
        this.writers = writers;
        this.first = first;
        this.last = last;
    }

    @Override
    public int getInt(int index) {
        ensureRestrictedIndex(index);
        return last - index < 0 ? INITIAL : writers.getInt(last - index);
    }

    @Override
    public int size() {
        return Math.max(0, last - first + 1);
    }
}

package moirai.exploration;

import moirai.exploration.search.NondeterminismError;
import moirai.exploration.search.TxnRunner.NewChoicesException;

/** Counts how often a search began again because there were rows that nobody had looked for. */
final class Restarts {

    /** The most restarts of a search that comes no further. A program that needs more adds other rows each time. */
    private static final int IN_VAIN_MAX = 256;

    private long endsMax;
    private int inVain;

    /**
     * Counts a new beginning.
     *
     * @param ends the complete histories that it came to
     * @throws NondeterminismError if it has not come further for so long that it never will
     */
    void add(NewChoicesException more, long ends) {
        inVain = ends > endsMax ? 0 : inVain + 1;
        endsMax = Math.max(endsMax, ends);
        if (inVain > IN_VAIN_MAX) {
            throw NondeterminismError.adding(more.place());
        }
    }
}

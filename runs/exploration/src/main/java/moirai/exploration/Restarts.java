package moirai.exploration;

import moirai.exploration.search.NondeterminismError;
import moirai.exploration.search.TxnRunner.NewChoicesException;

/** A counter of the restarts of a search, which happen when a transaction adds a row that no scan has looked for. */
final class Restarts {

    /** The maximal number of restarts without progress. A program that needs more adds different rows in each run. */
    private static final int IN_VAIN_MAX = 256;

    private long endsMax;
    private int inVain;

    /**
     * Counts a restart.
     *
     * @param ends the number of complete histories that the search reached
     * @throws NondeterminismError if there was no progress for the maximal number of restarts
     */
    void add(NewChoicesException more, long ends) {
        inVain = ends > endsMax ? 0 : inVain + 1;
        endsMax = Math.max(endsMax, ends);
        if (inVain > IN_VAIN_MAX) {
            throw NondeterminismError.adding(more.place());
        }
    }
}

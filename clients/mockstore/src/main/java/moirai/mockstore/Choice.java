package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.IntList;

/** A question that the level leaves open, for a {@link Chooser} to answer. */
public sealed interface Choice {

    /** Returns the number of possible answers, at least 1. */
    int count();

    /**
     * A choice of the transaction that another one reads a key from. The lists may be views of the store and are valid
     * only until the choice is made; a chooser that keeps them has to copy them.
     *
     * @param txn the reader
     * @param session the reader's session
     * @param key as the program names it
     * @param sources transactions that committed a value, the last to commit first, and then {@link
     *    moirai.analysis.axioms.KeyValueHistory#INITIAL} if the initial state is possible
     * @param sessions of the sources, in the same order; -1 for the initial state
     */
    record Read(int txn, int session, Object key, IntList sources, IntList sessions) implements Choice {

        @Override
        public int count() {
            return sources.size();
        }
    }

    /**
     * A choice of the session that begins its next transaction.
     *
     * @param sessions that wait to begin a transaction, in ascending order
     */
    record Turn(IntList sessions) implements Choice {

        @Override
        public int count() {
            return sessions.size();
        }
    }
}

package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.IntList;

/** Something that the level leaves open. */
public sealed interface Choice {

    /** How many answers there are; at least 1. */
    int count();

    /**
     * From whom a transaction reads a key. The lists may be views of the store, valid until the choice is made: who
     * wants to keep them copies them.
     *
     * @param txn the reader
     * @param session the reader's
     * @param key as the program names it
     * @param sources transactions that committed a value, the last to commit first, and then
     *     {@link moirai.analysis.axioms.KeyValueHistory#INITIAL} if that is possible
     * @param sessions of the sources, in the same order; -1 for the initial state
     */
    record Read(int txn, int session, Object key, IntList sources, IntList sessions) implements Choice {

        @Override
        public int count() {
            return sources.size();
        }
    }

    /**
     * Which session begins its next transaction.
     *
     * @param sessions that wait to begin one, in ascending order
     */
    record Turn(IntList sessions) implements Choice {

        @Override
        public int count() {
            return sessions.size();
        }
    }
}

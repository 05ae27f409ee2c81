package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.AbstractIntList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.IntUnaryOperator;
import moirai.mockstore.rules.LevelRules;

/**
 * A read that has not been answered yet. It saves choosers from computing all sources of the read, which takes long for
 * a key with thousands of writers, if a single source is enough. Valid during the call.
 */
public final class OpenRead {

    private final LevelRules rules;
    private final int txn;
    private final int key;
    private final Object name;
    private final IntUnaryOperator sessionOf;
    private final int conflicts;

    /**
     * Creates an open read.
     *
     * @param name the program's name of the key
     * @param sessionOf returns the session of a transaction
     * @param conflicts the number of conflicts of the session since it last committed
     */
    OpenRead(LevelRules rules, int txn, int key, Object name, IntUnaryOperator sessionOf, int conflicts) {
        this.rules = rules;
        this.txn = txn;
        this.key = key;
        this.name = name;
        this.sessionOf = sessionOf;
        this.conflicts = conflicts;
    }

    /** Returns the reading transaction. */
    public int txn() {
        return txn;
    }

    /** Returns the reader's session. */
    public int session() {
        return sessionOf.applyAsInt(txn);
    }

    /** Returns how many transactions of the reader's session had a conflict since the last one that committed. */
    public int conflicts() {
        return conflicts;
    }

    /** Returns the key as the program names it. */
    public Object key() {
        return name;
    }

    /** Returns a list that contains all sources, and maybe other writers, in no particular order. */
    public IntList suspects() {
        return rules.suspects(txn, key);
    }

    /** Returns all writers of the key, the last to commit first, and then the initial state. */
    public IntList writers() {
        return rules.writers(key);
    }

    /** Returns whether the level allows the read to be answered from this writer of the key. */
    public boolean allows(int source) {
        return rules.allows(txn, key, source);
    }

    /**
     * Returns the read as a choice among all its sources.
     *
     * @throws NoSourceException if there is none
     */
    public Choice.Read all() {
        IntList sources = rules.sources(txn, key);
        if (sources.isEmpty()) {
            throw new NoSourceException();
        }
        IntList sessions = new AbstractIntList() {
            @Override
            public int getInt(int index) {
                int source = sources.getInt(index);
                return source == INITIAL ? -1 : sessionOf.applyAsInt(source);
            }

            @Override
            public int size() {
                return sources.size();
            }
        };
        return new Choice.Read(txn, sessionOf.applyAsInt(txn), name, sources, sessions);
    }

    /**
     * Thrown when the level allows no answer, so that the transaction cannot commit any more. Choosers must not catch
     * it; the store aborts the transaction.
     */
    static final class NoSourceException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoSourceException() {
            super("no source", null, false, false);
        }
    }
}

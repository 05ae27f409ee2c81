package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.AbstractIntList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.IntUnaryOperator;
import moirai.mockstore.rules.LevelRules;

/**
 * A read that has not been answered, for a chooser that need not know all the answers: of a key with thousands of
 * writers they take long to find, and one of them does not. Valid during the call.
 */
public final class OpenRead {

    private final LevelRules rules;
    private final int txn;
    private final int key;
    private final Object name;
    private final IntUnaryOperator sessionOf;

    /**
     * A read.
     *
     * @param name of the key
     * @param sessionOf the session of a transaction
     */
    OpenRead(LevelRules rules, int txn, int key, Object name, IntUnaryOperator sessionOf) {
        this.rules = rules;
        this.txn = txn;
        this.key = key;
        this.name = name;
        this.sessionOf = sessionOf;
    }

    /** The reader. */
    public int txn() {
        return txn;
    }

    /** The reader's session. */
    public int session() {
        return sessionOf.applyAsInt(txn);
    }

    /** The key as the program names it. */
    public Object key() {
        return name;
    }

    /** All sources, and maybe others, in no particular order. */
    public IntList suspects() {
        return rules.suspects(txn, key);
    }

    /** All writers of the key, the last to commit first, and then the initial state. */
    public IntList writers() {
        return rules.writers(key);
    }

    /** Whether the read may be answered from this writer of the key. */
    public boolean allows(int source) {
        return rules.allows(txn, key, source);
    }

    /**
     * The read as a choice among all its sources.
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

    /** The transaction cannot commit any more; the store aborts it. Not for choosers to catch. */
    static final class NoSourceException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoSourceException() {
            super("no source", null, false, false);
        }
    }
}

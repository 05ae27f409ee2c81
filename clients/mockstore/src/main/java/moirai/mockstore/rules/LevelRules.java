package moirai.mockstore.rules;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * The rules of a level, with the history so far, which satisfies the level at every moment. They decide which steps may
 * come next.
 *
 * <p>Transactions, sessions and keys are dense numbers from 0. A session has at most one pending transaction; several
 * sessions may have one each. Not safe for several threads.
 */
public interface LevelRules {

    /**
     * Begins the session's next transaction.
     *
     * @param txn the number of transactions that began before
     */
    void begin(int txn, int session);

    /** Begins a statement of the pending transaction; matters only where a statement has a snapshot of its own. */
    default void beginStatement(int txn) {}

    /** Returns whether the pending transaction may read the last committed value of a key, as a lock on it needs. */
    default boolean mayReadLatest(int txn, int key) {
        return allows(txn, key, latest(key));
    }

    /** Returns whether a read belongs to the history; one that only checks a constraint may not. */
    default boolean isRecorded(int txn, int key, int source) {
        return true;
    }

    /** Returns whether a transaction that wrote has committed since the pending one's statement began. */
    default boolean isBehind(int txn) {
        return false;
    }

    /**
     * Returns the sources from which the pending transaction may read a key that it has not written: committed writers,
     * the last in the level's order of commits first, and then {@link KeyValueHistory#INITIAL} if it is possible. Empty
     * if the transaction can no longer commit. Valid until the next call.
     */
    IntList sources(int txn, int key);

    /**
     * Returns all {@link #sources}, and maybe other writers, in no particular order. This is less work for a caller
     * that needs only one source. Valid until the next call.
     */
    default IntList suspects(int txn, int key) {
        return sources(txn, key);
    }

    /**
     * Returns whether the pending transaction may read the key from one of its {@link #writers}, that is, whether this
     * is one of the {@link #sources}.
     */
    boolean allows(int txn, int key, int source);

    /** Records that the pending transaction reads the key from one of its {@link #sources}. */
    void read(int txn, int key, int source);

    /**
     * Records the pending transaction's first write of the key, or the first since its writes of the key were taken
     * back.
     *
     * @return whether it may still commit; if not, it has to be {@linkplain #abort aborted}
     */
    boolean write(int txn, int key);

    /** Records that the pending transaction has taken back all its writes of the key. */
    void takeBack(int txn, int key);

    /**
     * Tries to commit the pending transaction.
     *
     * @param keys that it wrote and did not take back, ascending, each once
     * @return whether it has committed; if not, it has to be {@linkplain #abort aborted}
     */
    boolean commit(int txn, IntList keys);

    /**
     * Ends the pending transaction and discards its writes. It keeps its place in its session, as a transaction that
     * has only read (Bouajjani, Enea, Román-Calvo 2023, section 2.2): at levels at which a transaction sees what the
     * session has seen, the session's next one sees what this one has read from.
     */
    void abort(int txn);

    /**
     * Returns all committed writers of the key, and the initial state, in the order of {@link #sources}. Valid until
     * the next call.
     */
    IntList writers(int key);

    /**
     * Returns the reason why the pending transaction may not read a key that it has not written from one of its {@link
     * #writers}; empty if it may. For explanations only: it may take as long as reading the history hundreds of times.
     */
    Optional<Objection> objection(int txn, int key, int source);

    /**
     * Returns the writer whose value a read for update has to return: the last to commit, in the order of the store.
     */
    int latest(int key);

    /**
     * Forgets the first transactions in the order of commits, as far as they are old. What they wrote last is the
     * initial state from now on. At a level that does not keep real time, where a session may stay in the past for
     * ever, forgets nothing.
     *
     * @param isOld returns whether a committed transaction ended before all pending ones began
     * @param first the first pending transaction, or the next one if none is pending
     * @return the forgotten transactions that wrote, in the order of commits
     */
    default IntList forget(IntPredicate isOld, int first) {
        return IntList.of();
    }

    /**
     * Passes on the keys of which these rules remember anything besides what pending transactions did, at a level that
     * {@linkplain #forget forgets}.
     */
    default void forEachKey(IntConsumer use) {
        throw new IllegalStateException("this level forgets nothing");
    }

    /**
     * Returns the committed transactions in an order that shows that the level is satisfied; some that wrote nothing
     * may be missing. O(n log n) for n transactions.
     */
    IntList commitOrder();
}

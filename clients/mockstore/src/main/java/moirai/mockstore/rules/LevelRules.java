package moirai.mockstore.rules;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * A history of transactions that satisfies a level at every moment, asked what may come next.
 *
 * <p>Transactions, sessions and keys are dense numbers from 0. A session has at most one pending transaction; several
 * sessions may have one each. Not safe for several threads.
 */
public interface LevelRules {

    /** The session's next transaction begins; its number is how many began before. */
    void begin(int txn, int session);

    /**
     * From whom the pending transaction may read the key, which it has not written: committed writers, the last in the
     * level's order of commits first, and then {@link KeyValueHistory#INITIAL} if that is one of them. Empty if the
     * transaction can no longer commit. To be used before the next call.
     */
    IntList sources(int txn, int key);

    /**
     * All {@link #sources}, and maybe others, in no particular order: less work for who needs only one of them. For as
     * long as those.
     */
    default IntList suspects(int txn, int key) {
        return sources(txn, key);
    }

    /** Whether one of the key's {@link #writers} is one of the {@link #sources}. */
    boolean allows(int txn, int key, int source);

    /** The pending transaction reads the key from one of its {@link #sources}. */
    void read(int txn, int key, int source);

    /**
     * The pending transaction has written the key, for the first time or for the first since it took that back.
     *
     * @return whether it may still commit; if not, it has to be {@linkplain #abort aborted}
     */
    boolean write(int txn, int key);

    /** The pending transaction has taken back all that it wrote to the key. */
    void takeBack(int txn, int key);

    /**
     * The pending transaction tries to commit its writes.
     *
     * @param keys that it wrote and did not take back, ascending, each once
     * @return whether it has committed; if not, it has to be {@linkplain #abort aborted}
     */
    boolean commit(int txn, IntList keys);

    /** The pending transaction ends without having written anything. */
    void abort(int txn);

    /** All committed writers of the key, and the initial state; in the order of {@link #sources}, and for as long. */
    IntList writers(int key);

    /**
     * Why the pending transaction may not read the key, which it has not written, from one of its {@link #writers};
     * empty if it may. For people: it may take as long as to read the history hundreds of times.
     */
    Optional<Objection> objection(int txn, int key, int source);

    /**
     * Whose value of the key a read for update has to return: the last writer to commit, where the store orders them.
     */
    int latest(int key);

    /**
     * Those that have committed, in an order that shows that the level is satisfied; it may lack some that wrote
     * nothing. O(transactions), and a logarithm.
     */
    IntList commitOrder();
}

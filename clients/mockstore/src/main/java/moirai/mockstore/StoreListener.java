package moirai.mockstore;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A listener that is told of every step of a store, and decides when transactions begin. By default it does nothing.
 *
 * <p>The threads of the sessions call the listener. Except for {@link #turn} and {@link #began}, it must not use the
 * store. Transactions are numbered in the order in which they begin, keys in the order of their first use since the
 * store was made; see {@link MockStore#key}.
 */
public interface StoreListener {

    /**
     * Announces that a session wants to begin a transaction. The transaction begins when this method returns; no lock
     * of the store is held during the call.
     */
    default void turn(int session) {}

    /**
     * Announces that a session wants to begin a statement of a transaction, to commit it or to roll it back, or has to
     * wait for a lock. It goes on when this method returns. Called only at a level of statements; no lock of the store
     * is held during the call.
     *
     * @param isPossible whether the session could go on now; it may be asked in any thread
     */
    default void step(int session, int txn, BooleanSupplier isPossible) {}

    /**
     * Announces that a transaction has begun. Its first step follows when this method returns; no lock of the store is
     * held during the call.
     */
    default void began(int txn) {}

    /**
     * Returns the session that the next transaction of the calling thread belongs to.
     *
     * @param own the session that begins the transaction
     */
    default int sessionFor(int own) {
        return own;
    }

    /** Records that a transaction begins a statement of SQL. The statement's parameters, if any, follow its text. */
    default void statement(int txn, String sql) {}

    /**
     * Records that a session is about to execute a statement of SQL, which may be one that begins or ends a
     * transaction.
     */
    default void asked(int session, String sql, List<Object> parameters) {}

    /**
     * Records what the last statement of a session has returned; equal results are equal objects. A statement that
     * fails is {@link #refused} instead.
     */
    default void answered(int session, Object result) {}

    /** Records that the store refused a session's SQL statement, regardless of how the program reacts. */
    default void refused(int session, String sql, StoreException refusal) {}

    /**
     * Records that a driver refused a call, regardless of how the program reacts, because it does not support it.
     *
     * @param call the method, such as {@code Connection.createBlob()}
     */
    default void refusedCall(int session, String call, StoreException refusal) {}

    /** Records that a transaction has read a key; the value is the one that the source committed. */
    default void read(int txn, int key, int source, Object value) {}

    /**
     * Records that a transaction has read a key, as {@link #read} does, and has locked it until its end. Later reads of
     * the key in this transaction count as {@linkplain #readOwn own reads}.
     */
    default void readLocking(int txn, int key, int source, Object value) {}

    /** Records that a transaction has read a key that it wrote or locked before. */
    default void readOwn(int txn, int key, Object value) {}

    /** Records that a transaction has written a key. */
    default void wrote(int txn, int key, Object value) {}

    /** Records that a transaction has set a savepoint; savepoints are numbered from 0. */
    default void savepoint(int txn, int number) {}

    /** Records that a transaction has rolled back to a savepoint. The savepoint itself stays; later ones are gone. */
    default void rolledBack(int txn, int number) {}

    /**
     * Returns whether the history has to show which rows the scans of committed transactions missed because they were
     * added afterwards. Only who judges the history needs that: the store's answers do not depend on it. Each new row
     * then costs as much as there were scans of its table.
     */
    default boolean asksForMissedRows() {
        return false;
    }

    /** Records that a transaction has ended. */
    default void ended(int txn, boolean isCommitted) {}
}

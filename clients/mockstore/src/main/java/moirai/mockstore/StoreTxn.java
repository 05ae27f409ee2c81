package moirai.mockstore;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.explain.ReadExplanation;
import moirai.mockstore.locks.LockMode;

/**
 * A transaction: a sequence of steps that ends with a commit or an abort. A step that throws a {@linkplain
 * StoreException#isConflict conflict} has aborted the transaction, unless it has a savepoint at a level of statements;
 * steps after the end are refused (SQLSTATE 25P01).
 */
public final class StoreTxn {

    /** The value of a key that says only that it was written: what it says concerns remembered transactions alone. */
    public enum Trace {
        TRACE;

        @Override
        public String toString() {
            return "true";
        }
    }

    private final MockStore store;
    private final StoreSession session;
    private final int number;
    private final int position;
    /** The epoch of the store in which the transaction began; in another one its number means another transaction. */
    private final int epoch;

    private int taken;

    StoreTxn(MockStore store, StoreSession session, int number, int position, int epoch) {
        this.position = position;
        this.store = store;
        this.session = session;
        this.number = number;
        this.epoch = epoch;
    }

    /** Returns the number of the transaction, if the store still knows it. */
    private int known() {
        if (epoch != store.epoch()) {
            throw new StoreException("25P01", "T" + number + " has ended with its history; begin another transaction");
        }
        return number;
    }

    /**
     * Returns the number of transactions that began before this one. It is the number of this one in {@link
     * MockStore#history}, unless older ones were {@linkplain StoreMemory#keepLast forgotten}.
     */
    public int number() {
        return number;
    }

    /**
     * Returns a number that no other transaction gets. It depends on the transaction's place in its session and not on
     * other sessions, so a transaction that is run again in another order gets the same numbers.
     */
    public long takeNumber() {
        return (session.number() + 1) * 1_000_000L + position * 1_000L + taken++;
    }

    /** Returns whether a {@link Guide} controls the store and the store has been filled with its initial data. */
    public boolean isGuided() {
        return store.isGuided();
    }

    /** Returns whether no other transaction is pending, and none has committed since this one began. */
    public boolean isAlone() {
        return store.statements().isAlone(number);
    }

    /** Returns {@link StoreListener#asksForMissedRows}; false if nobody listens. */
    public boolean isAskedForMissedRows() {
        return store.listener().map(StoreListener::asksForMissedRows).orElse(false);
    }

    /**
     * Adds to the history that this transaction, if it has committed, has read the initial absence of a key, which was
     * used by nobody before it ended.
     */
    public void missed(Object key) {
        if (epoch == store.epoch()) {
            store.missed(number, key);
        }
    }

    /** Tells the store's guide, if there is one, the SQL statement that the next steps belong to. */
    public void note(String sql, List<Object> parameters) {
        store.told(by -> by.statement(number, parameters.isEmpty() ? sql : sql + " with " + parameters));
    }

    /** Returns whether the transaction has neither been committed nor aborted. */
    public boolean isPending() {
        return epoch == store.epoch() && store.statements().isPending(number);
    }

    /**
     * Returns the value of the key: the one that this transaction wrote last, or else any value that the level allows.
     *
     * @return empty if the key has no value
     * @throws StoreException if the transaction cannot go on at this level (SQLSTATE 40001)
     */
    public Optional<Object> read(Object key) {
        return store.read(known(), key, session);
    }

    /**
     * Explains which values {@link #read} may return and why it may not return others, without reading. May take long
     * in long histories.
     *
     * @see StoreSession#explainTo
     */
    public ReadExplanation explain(Object key) {
        return store.explain(known(), key);
    }

    /**
     * Locks the key until the end of the transaction, and returns its value: the one that this transaction wrote last,
     * or else the one committed last. Until then no other transaction writes the key or reads it for update. Other
     * reads do not wait.
     *
     * <p>In a store with a {@link Guide} no transaction waits. The guide judges whether the value was the last one when
     * it knows which other transactions commit, and other transactions may read the key for update until this one
     * writes it.
     *
     * @return empty if the key has no value
     * @throws StoreException if the level does not allow to read the latest value (SQLSTATE 40001), if transactions
     *    wait for each other (40P01), or if the key's holder does not end in time (55P03; the transaction stays pending
     *    then)
     */
    public Optional<Object> readForUpdate(Object key) {
        return store.readForUpdate(known(), key, session);
    }

    /**
     * Returns the value of the key that this transaction wrote last, or else the one committed last, without a lock.
     *
     * @return empty if the key has no value
     * @throws StoreException if the level does not allow to read the latest value (SQLSTATE 40001)
     */
    public Optional<Object> readLatest(Object key) {
        return store.readLatest(known(), key, session);
    }

    /**
     * Locks the keys as {@link #readForUpdate} does, if that is possible without waiting, and reads nothing. Of no use
     * in a store with a {@link Guide}, where nobody waits.
     *
     * @return whether it locked the keys; if not, it locked none
     */
    public boolean tryLock(List<?> keys) {
        return tryLock(keys, LockMode.READ_FOR_UPDATE);
    }

    /** Locks the keys in a mode, if that is possible without waiting; returns whether it did. */
    public boolean tryLock(List<?> keys, LockMode mode) {
        return isPending() && store.statements().tryLock(known(), keys, mode);
    }

    /**
     * Begins a statement, which the next steps belong to. Matters only at a level of statements, where all reads of a
     * statement are from one snapshot, and its writes have to be of keys that it has {@linkplain #lock locked}. In a
     * transaction that never calls this, each step is a statement, and a write locks its key.
     */
    public void beginStatement() {
        store.statements().begin(known());
    }

    /** Returns whether another transaction has committed writes since the current statement began. */
    public boolean isBehind() {
        return store.statements().isBehind(known());
    }

    /** Returns whether nobody has committed another value of a key than the one that this transaction reads. */
    public boolean isCurrent(Object key) {
        return store.statements().isCurrent(known(), key);
    }

    /**
     * Locks a key until the end of the transaction, or until it rolls back to an earlier savepoint; reads nothing.
     *
     * @throws StoreException as {@link #readForUpdate} does
     */
    public void lock(Object key, LockMode mode) {
        store.statements().lock(known(), key, mode);
    }

    /**
     * Waits until it is certain whether a key has a value, and returns the value. If it has none, nobody else can give
     * it one until this transaction ends. Exceptions are those of {@link #lock}.
     */
    public Optional<Object> claim(Object key) {
        return store.statements().claim(known(), key, session);
    }

    /** Releases a lock that turned out to be of no use; a {@linkplain #claim claimed} key is locked by a claim. */
    public void unlock(Object key, LockMode mode) {
        store.statements().unlock(known(), key, mode);
    }

    /**
     * Waits until no other transaction has locked a key to change it.
     *
     * @return whether it did not have to wait
     */
    public boolean awaitUnchanged(Object key) {
        return store.statements().awaitUnchanged(known(), key);
    }

    /** Waits until it is the transaction's turn to be rolled back; a commit waits for its turn itself. */
    public void awaitEnd() {
        store.statements().awaitEnd(known());
    }

    /**
     * Sets the key's value, which takes effect if the transaction commits. Waits if another transaction has {@linkplain
     * #readForUpdate locked} the key.
     *
     * @throws StoreException if the transaction cannot commit at this level (SQLSTATE 40001), and as {@link
     *    #readForUpdate} does
     */
    public void write(Object key, Object value) {
        store.write(known(), key, value);
    }

    /**
     * Deletes the key's value, which takes effect if the transaction commits. Exceptions are those of {@link #write}.
     */
    public void delete(Object key) {
        store.write(known(), key, InitialState.Absent.ABSENT);
    }

    /**
     * Sets a savepoint for {@link #rollbackTo} and returns its number, which is the number of savepoints before it.
     */
    public int savepoint() {
        return store.statements().savepoint(known());
    }

    /**
     * Takes back all writes since the savepoint. The savepoint itself stays; later ones are gone. Reads since the
     * savepoint still count and go on to restrict later reads; locks are kept as well.
     *
     * @throws StoreException if there is no such savepoint (SQLSTATE 3B001)
     */
    public void rollbackTo(int savepoint) {
        store.statements().rollbackTo(known(), savepoint);
    }

    /**
     * Commits the transaction, so that others may see its writes.
     *
     * @throws StoreException if the level does not allow it (SQLSTATE 40001); the transaction is aborted then
     */
    public void commit() {
        awaitEnd();
        commitInTurn();
    }

    /** Commits as {@link #commit} does, in a thread that has {@linkplain #awaitEnd waited} for the turn to do so. */
    public void commitInTurn() {
        store.commit(known());
    }

    /** Aborts the transaction and discards its writes. */
    public void abort() {
        store.abort(known());
    }
}

package moirai.mockstore;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.explain.ReadExplanation;

/**
 * A transaction: steps, and then a commit or an abort. A step that throws a {@linkplain StoreException#isConflict
 * conflict} has aborted it; steps after the end are refused (SQLSTATE 25P01).
 */
public final class StoreTxn {

    private final MockStore store;
    private final StoreSession session;
    private final int number;
    private final int position;
    private int taken;

    StoreTxn(MockStore store, StoreSession session, int number, int position) {
        this.position = position;
        this.store = store;
        this.session = session;
        this.number = number;
    }

    /** As in {@link MockStore#history}: how many transactions began before. */
    public int number() {
        return number;
    }

    /**
     * A number that no other transaction gets. It depends on the transaction's place in its session, not on what
     * others do: so a transaction that is run again in another order gets the same numbers.
     */
    public long takeNumber() {
        return (session.number() + 1) * 1_000_000L + position * 1_000L + taken++;
    }

    /**
     * Whether the store {@linkplain Guide is driven} step by step, and what it was to be filled with first is there.
     */
    public boolean isGuided() {
        return store.isGuided();
    }

    /** Tells who drives the store, if anybody does, which statement of SQL the next steps are of. */
    public void note(String sql, List<Object> parameters) {
        store.told(by -> by.statement(number, parameters.isEmpty() ? sql : sql + " with " + parameters));
    }

    /** Whether it has neither been committed nor aborted. */
    public boolean isPending() {
        return store.isPending(number);
    }

    /**
     * What the key holds: what this transaction wrote last, or else any value that the level allows.
     *
     * @return empty if it holds nothing
     * @throws StoreException if the transaction cannot go on at this level (SQLSTATE 40001)
     */
    public Optional<Object> read(Object key) {
        return store.read(number, key, session);
    }

    /**
     * What {@link #read} may return, and why not anything else; nothing is read. May take long in long histories.
     *
     * @see StoreSession#explainTo
     */
    public ReadExplanation explain(Object key) {
        return store.explain(number, key);
    }

    /**
     * Locks the key until the end of the transaction, and reads it: what this transaction wrote last, or else what was
     * committed last. Nobody else writes the key, or reads it for update, in between. Other reads do not wait.
     *
     * <p>If somebody drives the store, nobody waits either: whether what was read is the last is for the {@link Guide}
     * to judge when it knows who else commits, and others may read the key for update until a write keeps them off.
     *
     * @return empty if it holds nothing
     * @throws StoreException if the level does not allow to read the latest value (SQLSTATE 40001), if transactions
     *     wait for each other (40P01), or if the key's holder does not end in time (55P03; the transaction stays
     *     pending then)
     */
    public Optional<Object> readForUpdate(Object key) {
        return store.readForUpdate(number, key, session);
    }

    /**
     * Makes the key hold a value, if the transaction commits. Waits if another has
     * {@linkplain #readForUpdate locked} the key.
     *
     * @throws StoreException if the transaction cannot commit at this level (SQLSTATE 40001), and as
     *     {@link #readForUpdate} does
     */
    public void write(Object key, Object value) {
        store.write(number, key, value);
    }

    /** Makes the key hold nothing, if the transaction commits. Exceptions are those of {@link #write}. */
    public void delete(Object key) {
        store.delete(number, key);
    }

    /** Sets a savepoint, for {@link #rollbackTo}; its number is how many there are before it. */
    public int savepoint() {
        return store.savepoint(number);
    }

    /**
     * Takes back what was written since the savepoint. It stays; those set after it are gone. What was read since
     * has been read, and goes on to restrict what else may be read; locks are kept as well.
     *
     * @throws StoreException if there is no such savepoint (SQLSTATE 3B001)
     */
    public void rollbackTo(int savepoint) {
        store.rollbackTo(number, savepoint);
    }

    /**
     * Commits: others may see the writes.
     *
     * @throws StoreException if the level does not allow it (SQLSTATE 40001); the transaction is aborted then
     */
    public void commit() {
        store.commit(number);
    }

    /** Aborts: nothing was written. */
    public void abort() {
        store.abort(number);
    }
}

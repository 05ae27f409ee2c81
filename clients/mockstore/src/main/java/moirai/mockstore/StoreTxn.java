package moirai.mockstore;

import java.util.Optional;

/**
 * A transaction: steps, and then a commit or an abort. A step that throws a {@linkplain StoreException#isConflict
 * conflict} has aborted it.
 */
public final class StoreTxn {

    private final MockStore store;
    private final StoreSession session;
    private final int number;

    StoreTxn(MockStore store, StoreSession session, int number) {
        this.store = store;
        this.session = session;
        this.number = number;
    }

    /** As in {@link MockStore#history}: how many transactions began before. */
    public int number() {
        return number;
    }

    /**
     * What the key holds: what this transaction wrote last, or else any value that the level allows.
     *
     * @return empty if it holds nothing
     * @throws StoreException if the transaction cannot go on at this level (SQLSTATE 40001)
     */
    public Optional<Object> read(Object key) {
        return store.read(number, key, session.chooser());
    }

    /**
     * Makes the key hold a value, if the transaction commits.
     *
     * @throws StoreException if the transaction cannot commit at this level (SQLSTATE 40001)
     */
    public void write(Object key, Object value) {
        store.write(number, key, value);
    }

    /** Makes the key hold nothing, if the transaction commits. Exceptions are those of {@link #write}. */
    public void delete(Object key) {
        store.delete(number, key);
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

package moirai.mockstore.sql.rows;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreTxn;
import moirai.mockstore.locks.LockMode;

/**
 * The keys that a transaction reads and writes: those of temporary tables in the rows of the session, which need no
 * locks, and all others in the store.
 */
record RoutedKeys(StoreTxn txn, PrivateRows own) {

    Optional<Object> read(Object key) {
        return PrivateRows.has(key) ? own.read((StoreKey) key) : txn.read(key);
    }

    Optional<Object> readForUpdate(Object key) {
        return PrivateRows.has(key) ? own.read((StoreKey) key) : txn.readForUpdate(key);
    }

    Optional<Object> readLatest(Object key) {
        return PrivateRows.has(key) ? own.read((StoreKey) key) : txn.readLatest(key);
    }

    void write(Object key, Optional<Object> value) {
        if (PrivateRows.has(key)) {
            own.write((StoreKey) key, value);
        } else if (value.isPresent()) {
            txn.write(key, value.get());
        } else {
            txn.delete(key);
        }
    }

    Optional<Object> claim(StoreKey key) {
        return PrivateRows.has(key) ? own.read(key) : txn.claim(key);
    }

    void lock(StoreKey key, LockMode mode) {
        if (!PrivateRows.has(key)) {
            txn.lock(key, mode);
        }
    }

    boolean tryLock(StoreKey key, LockMode mode) {
        return PrivateRows.has(key) || txn.tryLock(List.of(key), mode);
    }

    /** Locks keys of one table if nobody has to be waited for; returns whether it did. */
    boolean tryLock(List<?> keys) {
        return keys.stream().allMatch(PrivateRows::has) || txn.tryLock(keys);
    }

    void unlock(StoreKey key, LockMode mode) {
        if (!PrivateRows.has(key)) {
            txn.unlock(key, mode);
        }
    }

    boolean awaitUnchanged(StoreKey key) {
        return PrivateRows.has(key) || txn.awaitUnchanged(key);
    }

    boolean isCurrent(StoreKey key) {
        return PrivateRows.has(key) || txn.isCurrent(key);
    }

    void missed(StoreKey key) {
        if (!PrivateRows.has(key)) {
            txn.missed(key);
        }
    }
}

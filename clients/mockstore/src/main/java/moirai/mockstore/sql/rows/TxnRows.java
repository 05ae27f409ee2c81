package moirai.mockstore.sql.rows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreTxn;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's reads and writes of rows. For one thread at a time, except that other transactions may tell it of rows
 * that it did not see.
 *
 * <p>The store cannot take back a write, so what is written after a savepoint is kept here until the savepoint is released
 * or the transaction commits; the store gets it then.
 */
public final class TxnRows {

    private final StoreTxn txn;
    private final List<TableRows> scanned = new ArrayList<>();
    /** The last one first. */
    private final Deque<Savepoint> savepoints = new ArrayDeque<>();

    private final ReentrantLock lock = new ReentrantLock();
    private boolean ended;
    private @Nullable StoreException failure;

    /** What was written since; empty for a key that was deleted. */
    private record Savepoint(String name, Map<Object, Optional<Object>> writes) {}

    public TxnRows(StoreTxn txn) {
        this.txn = txn;
    }

    /** As {@link StoreTxn#number}. */
    public int number() {
        return txn.number();
    }

    Optional<Object> read(Object key) {
        Optional<Object> own = sinceSavepoint(key);
        return own == null ? txn.read(key) : own;
    }

    @SuppressWarnings("OptionalAssignedToNull")
    private @Nullable Optional<Object> sinceSavepoint(Object key) {
        for (Savepoint savepoint : savepoints) {
            Optional<Object> written = savepoint.writes.get(key);
            if (written != null) {
                return written;
            }
        }
        return null;
    }

    void write(Object key, Optional<Object> value) {
        Savepoint last = savepoints.peek();
        if (last != null) {
            last.writes.put(key, value);
        } else if (value.isPresent()) {
            txn.write(key, value.get());
        } else {
            txn.delete(key);
        }
    }

    void scanned(TableRows table) {
        scanned.add(table);
    }

    /** Another transaction makes a row known that this one would have asked for: so it asks now. */
    void missed(Membership row) {
        lock.lock();
        try {
            if (!ended) {
                txn.read(row);
            }
        } catch (StoreException conflict) {
            // It concerns this transaction, not the one that came with the row.
            failure = conflict;
        } finally {
            lock.unlock();
        }
    }

    /** Throws what went wrong while another transaction acted for this one. */
    private void requireSound() {
        lock.lock();
        try {
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Marks this point. */
    public void savepoint(String name) {
        savepoints.push(new Savepoint(name, new LinkedHashMap<>()));
    }

    /**
     * Forgets a savepoint and those after it; what was written since stays.
     *
     * @throws StoreException if there is none of this name (SQLSTATE 3B001)
     */
    public void release(String name) {
        requireSavepoint(name);
        boolean found = false;
        while (!found) {
            Savepoint last = savepoints.pop();
            last.writes.forEach(this::write);
            found = last.name.equals(name);
        }
    }

    /** Takes back what was written since a savepoint, which stays. Exceptions are those of {@link #release}. */
    public void rollbackTo(String name) {
        requireSavepoint(name);
        while (!savepoints.element().name.equals(name)) {
            savepoints.pop();
        }
        savepoints.element().writes.clear();
    }

    private void requireSavepoint(String name) {
        if (savepoints.stream().noneMatch(savepoint -> savepoint.name.equals(name))) {
            throw new StoreException(
                    "3B001",
                    "savepoint \"" + name + "\" does not exist; there are "
                            + savepoints.stream().map(Savepoint::name).toList());
        }
    }

    /** Commits; exceptions are those of {@link StoreTxn#commit}. */
    public void commit() {
        try {
            requireSound();
            while (!savepoints.isEmpty()) {
                savepoints.pop().writes.forEach(this::write);
            }
            ending(txn::commit);
        } finally {
            forget();
        }
    }

    /** Aborts: nothing was written. */
    public void abort() {
        try {
            ending(txn::abort);
        } finally {
            forget();
        }
    }

    private void ending(Runnable end) {
        lock.lock();
        try {
            ended = true;
            end.run();
        } finally {
            lock.unlock();
        }
    }

    /** The store aborted the transaction: there is nothing to end. */
    public void lost() {
        ending(() -> {});
        forget();
    }

    private void forget() {
        scanned.forEach(table -> table.forget(this));
        scanned.clear();
    }
}

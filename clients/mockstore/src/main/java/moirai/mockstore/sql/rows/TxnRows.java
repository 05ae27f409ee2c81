package moirai.mockstore.sql.rows;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreTxn;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.rows.StoreKey.Cell;
import moirai.mockstore.sql.rows.StoreKey.Membership;
import moirai.mockstore.sql.rows.StoreKey.RowLock;
import moirai.mockstore.sql.schema.Sequence;
import org.jspecify.annotations.Nullable;

/**
 * The reads and writes of rows by a transaction. For one thread at a time, except that other transactions may tell it
 * of rows that its scans did not see.
 */
public final class TxnRows {

    private final StoreTxn txn;
    private final StoreLevel level;
    private final PrivateRows own;
    private final RoutedKeys keys;
    private final Set<KnownRows> scanned = new LinkedHashSet<>();
    private final Set<RowLock> locked = new LinkedHashSet<>();
    private final Savepoints savepoints = new Savepoints();

    private final DeferredChecks deferred = new DeferredChecks();

    private final ReentrantLock lock = new ReentrantLock();
    private boolean ended;
    private volatile @Nullable StoreException failure;

    /**
     * Creates the rows of a transaction of a store of this level.
     *
     * @param own the rows of temporary tables, which the store does not have
     */
    public TxnRows(StoreTxn txn, StoreLevel level, PrivateRows own) {
        this.txn = txn;
        this.level = level;
        this.own = own;
        this.keys = new RoutedKeys(txn, own);
    }

    /** Returns whether the transaction sees all that was committed, and nobody can commit anything more before it. */
    public boolean seesAll() {
        boolean readsLatest =
                level.isByStatement() || level.guarantee().implies(IsolationLevel.STRONG_SNAPSHOT_ISOLATION);
        return readsLatest && isAlone();
    }

    /** Returns whether no other transaction is pending, and none has committed since this one began. */
    public boolean isAlone() {
        return txn.isAlone();
    }

    /**
     * Returns whether the level may order this transaction before earlier committed ones although it writes; in real
     * time, this is still possible for those that overlapped with it.
     */
    boolean mayBePutBefore() {
        return level.guarantee().implies(IsolationLevel.SERIALIZABLE);
    }

    StoreLevel level() {
        return level;
    }

    /** Returns whether statements lock the rows that they change, and go on with the newest versions of them. */
    boolean isByStatement() {
        return level.isByStatement();
    }

    /** Returns the conditions that must hold when the transaction commits. */
    DeferredChecks deferred() {
        return deferred;
    }

    /**
     * Lets constraints that wait for the commit wait on, or be checked now and from now on at once.
     *
     * @param constraints by name; all if it is empty
     * @throws StoreException if one of them does not hold now
     */
    public void defer(Set<String> constraints, boolean waits) {
        deferred.set(constraints, waits);
        if (!waits) {
            check(constraints);
        }
    }

    /**
     * Checks the conditions that were noted, as another statement of the transaction.
     *
     * @throws StoreException if one does not hold
     */
    public void checkDeferred() {
        check(Set.of());
    }

    private void check(Set<String> constraints) {
        if (!deferred.isEmpty()) {
            beginStatement();
            deferred.check(constraints, new StatementRows(this).newest());
        }
    }

    /** Begins a statement. */
    public void beginStatement() {
        if (level.isByStatement()) {
            requireSound();
            txn.beginStatement();
        }
    }

    /** Returns whether another transaction has committed writes since the current statement began. */
    boolean isBehind() {
        return txn.isBehind();
    }

    /** Returns whether all statements read from one snapshot, and who is overtaken is refused. */
    boolean isByTxn() {
        return level instanceof ProductLevel product && product.isByTxn();
    }

    /** Returns the keys that the transaction reads and writes. */
    RoutedKeys keys() {
        return keys;
    }

    /** Waits until it is the transaction's turn to end. */
    public void awaitEnd() {
        if (level.isByStatement() && txn.isPending()) {
            txn.awaitEnd();
        }
    }

    /**
     * Takes back what a statement has done that failed, as far as products do: back to the last savepoint, or the whole
     * transaction. Either releases locks.
     */
    public void fail() {
        if (!level.isByStatement() || !txn.isPending()) {
            return;
        }
        if (savepoints.last() >= 0) {
            txn.rollbackTo(savepoints.last());
        } else {
            abort();
        }
    }

    void lock(Membership row, LockMode mode) {
        requireSound();
        keys.lock(row, mode);
    }

    boolean tryLock(Membership row, LockMode mode) {
        requireSound();
        return keys.tryLock(row, mode);
    }

    Optional<Object> claim(StoreKey key) {
        requireSound();
        return keys.claim(key);
    }

    /** Returns the next number of a sequence; in a store with a guide the number depends on this transaction alone. */
    long next(Sequence sequence) {
        return txn.isGuided() ? sequence.later(txn.takeNumber()) : sequence.next();
    }

    /** Sets the position of a sequence. */
    void set(Sequence sequence, Sequence.Position position) {
        if (txn.isGuided()) {
            // Its numbers depend on the transactions that take them.
            throw new StoreException("0A000", "setval() cannot be explored; it belongs before the checkpoint");
        }
        sequence.set(position);
    }

    /** Returns a number for a row that has no other key. */
    public long hiddenNumber(TableRows table) {
        return txn.isGuided() ? table.laterHidden(txn.takeNumber()) : table.nextHidden();
    }

    boolean isGuided() {
        return txn.isGuided();
    }

    /** Takes a lock; taking it again does nothing. */
    void lock(RowLock row) {
        requireSound();
        if (!PrivateRows.has(row) && locked.add(row)) {
            txn.readForUpdate(row);
            txn.write(row, RowLock.State.TAKEN);
        }
    }

    boolean isAskedForMissedRows() {
        return txn.isAskedForMissedRows();
    }

    void note(String sql, List<Object> parameters) {
        txn.note(sql, parameters);
    }

    Optional<Object> read(Object key) {
        requireSound();
        return keys.read(key);
    }

    Optional<Object> readForUpdate(Object key) {
        requireSound();
        return keys.readForUpdate(key);
    }

    Optional<Object> readLatest(Object key) {
        requireSound();
        return keys.readLatest(key);
    }

    /** Locks the keys if nobody has to be waited for; returns whether it did. */
    boolean tryLock(List<?> locked) {
        requireSound();
        return keys.tryLock(locked);
    }

    void write(Object key, Optional<Object> value) {
        requireSound();
        keys.write(key, value);
    }

    void scanned(KnownRows rows) {
        scanned.add(rows);
    }

    /**
     * Reads the membership of a row that another transaction adds and that a scan of this one would have read. If this
     * one has committed, the history shows the read, though it restricts nobody.
     */
    void missed(Membership row) {
        missed(() -> keys.read(row), () -> keys.missed(row));
    }

    /** Reads what a scan would have read of a row to which another transaction gives a value that it searched. */
    void missed(Membership row, Optional<Cell> cell) {
        missed(() -> keys.read(row).flatMap(there -> cell).ifPresent(keys::read), () -> {});
    }

    private void missed(Runnable whilePending, Runnable later) {
        lock.lock();
        try {
            if (ended) {
                later.run();
            } else if (txn.isPending()) {
                whilePending.run();
            }
        } catch (StoreException conflict) {
            // It concerns this transaction, not the one that came with the row.
            failure = conflict;
        } finally {
            lock.unlock();
        }
    }

    /** Throws the exception that occurred while another transaction acted for this one. */
    private void requireSound() {
        StoreException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    /** Returns the cause of an error: meanwhile another transaction may have acted for this one and ended it. */
    public StoreException cause(StoreException refusal) {
        // Who ends this one in the store has the lock until the cause is known.
        lock.lock();
        try {
            StoreException failed = failure;
            return failed != null && refusal.sqlState().equals("25P01") ? failed : refusal;
        } finally {
            lock.unlock();
        }
    }

    /** Sets a savepoint, which hides an earlier savepoint of the same name. */
    public void savepoint(String name) {
        requireSound();
        txn.savepoint();
        own.savepoint();
        savepoints.add(name, locked.size());
    }

    /**
     * Forgets a savepoint and those after it; writes since the savepoint stay.
     *
     * @throws StoreException if there is none of this name (SQLSTATE 3B001)
     */
    public void release(String name) {
        savepoints.release(name);
    }

    /** Takes back all writes since a savepoint, which stays. Exceptions are those of {@link #release}. */
    public void rollbackTo(String name) {
        int number = require(name);
        requireSound();
        txn.rollbackTo(number);
        own.rollbackTo(number);
        // What is locked stays locked, though the store has taken back what says so.
        locked.stream().skip(savepoints.locksBefore(number)).forEach(row -> txn.write(row, RowLock.State.TAKEN));
        savepoints.backTo(number);
    }

    /**
     * Returns the number of a savepoint.
     *
     * @throws StoreException if there is none of this name (SQLSTATE 3B001)
     */
    public int require(String name) {
        return savepoints.require(name);
    }

    /** Returns whether the store can still commit the transaction. */
    public boolean isPending() {
        return txn.isPending();
    }

    /** Commits the transaction; exceptions are those of {@link StoreTxn#commit}. */
    public void commit() {
        boolean mayMissRows = false;
        boolean isDone = false;
        try {
            // Before the lock, because the transaction whose turn it is may call missed on this one.
            awaitTurn();
            requireSound();
            ending(txn::commitInTurn);
            own.commit();
            isDone = true;
            mayMissRows = isAskedForMissedRows();
        } catch (StoreException refusal) {
            throw cause(refusal);
        } finally {
            if (!isDone) {
                own.rollback();
            }
            if (!mayMissRows) {
                forget();
            }
        }
    }

    /** Aborts the transaction and discards its writes. The store may have done so already, by refusing a step. */
    public void abort() {
        try {
            ending(() -> {
                if (txn.isPending()) {
                    txn.abort();
                }
            });
        } finally {
            own.rollback();
            forget();
        }
    }

    private void awaitTurn() {
        try {
            awaitEnd();
        } catch (StoreException late) {
            // Nobody else could end it.
            abort();
            throw late;
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

    private void forget() {
        scanned.forEach(rows -> rows.forget(this));
        scanned.clear();
    }
}

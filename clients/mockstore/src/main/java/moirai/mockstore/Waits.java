package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.locks.RowLocks;
import moirai.mockstore.locks.StoreLock;

/**
 * The waiting of a store's transactions for their turns and for each other's locks. At a level of statements, each
 * statement and each end of a transaction has a turn, and so does a transaction that has waited for a lock.
 */
final class Waits {

    private final StoreLock lock;
    private final Txns txns;
    private final Turns turns;
    private final RowLocks rowLocks;
    private final BooleanSupplier isByStatement;
    private final Supplier<Optional<StoreListener>> listener;
    /** How long sessions wait for a lock, of those that have a limit of their own. */
    private final Int2IntOpenHashMap lockMillis = new Int2IntOpenHashMap(0);

    Waits(
            StoreLock lock,
            Txns txns,
            Turns turns,
            RowLocks rowLocks,
            BooleanSupplier isByStatement,
            Supplier<Optional<StoreListener>> listener) {
        this.lock = lock;
        this.txns = txns;
        this.turns = turns;
        this.rowLocks = rowLocks;
        this.isByStatement = isByStatement;
        this.listener = listener;
    }

    /** Counts a session that has been opened. */
    void opened() {
        turns.opened();
    }

    /** Counts a session that has been closed. */
    void closed(int session) {
        lockMillis.remove(session);
        turns.closed();
        lock.changed();
    }

    /** Lets the others go on without a session that has no client yet, or no longer lets them. */
    void rests(boolean rests) {
        turns.rests(rests);
        lock.changed();
    }

    /** Lets a session wait no longer for one lock; 0 without a limit of its own. */
    void limit(int session, int millis) {
        lockMillis.put(session, millis);
    }

    /** Waits until a session may begin a transaction. */
    void awaitTurn(int session) {
        turns.await(session, lock, () -> txns.pending().size());
    }

    /** Waits until a transaction may begin its next statement; the first one has begun with the transaction. */
    void awaitStatement(int txn) {
        if (lock.locked(() -> txns.pending(txn).statements > 0)) {
            awaitStep(txn);
        }
    }

    /** Waits until a transaction may end, if it has written or locked anything. */
    void awaitEnd(int txn) {
        if (lock.locked(() -> !txns.pending(txn).written.isEmpty() || rowLocks.hasAny(txn))) {
            awaitStep(txn);
        }
    }

    private void awaitStep(int txn) {
        if (isByStatement.getAsBoolean()) {
            int session = lock.locked(() -> txns.sessionOf(txn));
            listener.get().ifPresent(by -> by.step(session, txn, () -> true));
            lock.run(() -> turns.awaitStep(session, lock, () -> true, StoreLock.Limit.NONE));
        }
    }

    /**
     * Waits until no other transaction's lock forbids the step.
     *
     * @return false at once if waiting would be a deadlock
     */
    boolean awaitKey(int txn, int key, LockMode mode) {
        if (rowLocks.isFree(txn, key, mode)) {
            return true;
        }
        try {
            return awaitHolders(txn, key, mode);
        } finally {
            lock.changed();
        }
    }

    private boolean awaitHolders(int txn, int key, LockMode mode) {
        int session = txns.sessionOf(txn);
        return rowLocks.await(txn, key, mode, (isOver, complaint) -> {
            var limit = new StoreLock.Limit(
                    lockMillis.get(session), () -> !isOver.getAsBoolean(), "canceling statement due to lock timeout");
            if (isByStatement.getAsBoolean()) {
                listener.get()
                        .ifPresent(by ->
                                lock.unlocked(() -> by.step(session, txn, () -> lock.locked(isOver::getAsBoolean))));
                turns.awaitStep(session, lock, isOver, limit);
            }
            lock.await(isOver, limit, complaint);
        });
    }

    /** Returns whether a transaction need not wait before it locks a key. */
    boolean isFree(int txn, int key, LockMode mode) {
        return rowLocks.isFree(txn, key, mode);
    }

    /** Locks a key for a transaction that does not have to wait for it. */
    void lock(int txn, int key, LockMode mode) {
        rowLocks.lock(txn, key, mode, txns.pending(txn).savepoints());
    }

    /** Releases a lock that was of no use. */
    void unlock(int txn, int key, LockMode mode) {
        rowLocks.unlock(txn, key, mode);
        lock.changed();
    }

    /** Releases the locks that a transaction has taken since a savepoint, as products do. */
    void rolledBack(int txn, int savepoint) {
        if (isByStatement.getAsBoolean()) {
            rowLocks.rollbackTo(txn, savepoint);
        } else {
            rowLocks.settleAll();
        }
        lock.changed();
    }

    /** Releases all locks of a transaction that has ended. */
    void ended(int txn, boolean isCommitted) {
        rowLocks.release(txn, isCommitted);
        lock.changed();
    }
}

package moirai.mockstore;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.locks.StoreLock;
import moirai.mockstore.rules.LevelRules;

/** The snapshots and the locks of the statements of a store's transactions. */
final class StoreStatements {

    private final MockStore store;
    private final StoreLock lock;
    private final Txns txns;
    private final KeyNames keyNames;
    private final Waits waits;
    private final Supplier<LevelRules> rules;

    StoreStatements(
            MockStore store, StoreLock lock, Txns txns, KeyNames keyNames, Waits waits, Supplier<LevelRules> rules) {
        this.store = store;
        this.lock = lock;
        this.txns = txns;
        this.keyNames = keyNames;
        this.waits = waits;
        this.rules = rules;
    }

    void begin(int txn) {
        waits.awaitStatement(txn);
        lock.run(() -> {
            txns.pending(txn).statements++;
            rules.get().beginStatement(txn);
        });
    }

    void limitWaiting(int session, int millis) {
        lock.run(() -> waits.limit(session, millis));
    }

    void rests(boolean rests) {
        lock.run(() -> waits.rests(rests));
    }

    int savepoint(int txn) {
        return lock.locked(() -> {
            int number = txns.pending(txn).mark();
            store.told(by -> by.savepoint(txn, number));
            return number;
        });
    }

    void rollbackTo(int txn, int savepoint) {
        lock.run(() -> {
            Txns.Log log = txns.pending(txn);
            log.requireMark(txn, savepoint);
            log.rollbackTo(savepoint, key -> rules.get().takeBack(txn, key));
            store.told(by -> by.rolledBack(txn, savepoint));
            waits.rolledBack(txn, savepoint);
        });
    }

    boolean isPending(int txn) {
        return lock.locked(() -> txns.pending().containsKey(txn));
    }

    boolean isAlone(int txn) {
        return lock.locked(() -> txns.isAlone(txn));
    }

    long lastCommit() {
        return lock.locked(txns::lastCommit);
    }

    /** Begins a statement of a single step, unless the step belongs to a statement that has begun. */
    void beginIfAlone(int txn, Txns.Log log) {
        if (log.statements == 0) {
            rules.get().beginStatement(txn);
        }
    }

    /** Returns whether another transaction has committed writes since the statement began. */
    boolean isBehind(int txn) {
        return lock.locked(() -> rules.get().isBehind(txn));
    }

    /** Returns whether nobody has committed another value of a key than the one that the transaction reads. */
    boolean isCurrent(int txn, Object name) {
        return lock.locked(() -> {
            int key = keyNames.idOf(name);
            return txns.pending(txn).isOwn(key)
                    || rules.get().allows(txn, key, rules.get().latest(key));
        });
    }

    /** Waits until a transaction may be rolled back. */
    void awaitEnd(int txn) {
        waits.awaitEnd(txn);
    }

    void lock(int txn, Object name, LockMode mode) {
        lock.run(() -> {
            txns.pending(txn);
            lock(txn, keyNames.idOf(name), mode);
        });
    }

    void lock(int txn, int key, LockMode mode) {
        await(txn, key, mode);
        waits.lock(txn, key, mode);
    }

    /** Waits until no other transaction's lock forbids the step. */
    void await(int txn, int key, LockMode mode) {
        if (!waits.awaitKey(txn, key, mode)) {
            StoreException deadlock = StoreException.deadlock(txn, keyNames.name(key));
            throw hasSavepoint(txn) ? deadlock : store.aborted(txn, deadlock);
        }
    }

    /** Returns whether products would go on from a savepoint, whose locks are all that is lost. */
    private boolean hasSavepoint(int txn) {
        return store.options().level().isByStatement() && txns.pending(txn).savepoints() > 0;
    }

    /** Waits until a transaction may write a key; a write that is a statement of its own locks the key. */
    void awaitWrite(int txn, int key, Txns.Log log, boolean isByStatement) {
        if (!isByStatement) {
            await(txn, key, LockMode.WRITE);
        } else if (log.statements == 0) {
            lock(txn, key, LockMode.CHANGE);
        }
    }

    boolean tryLock(int txn, List<?> names, LockMode mode) {
        return lock.locked(() -> {
            boolean isFree = names.stream().allMatch(name -> waits.isFree(txn, keyNames.idOf(name), mode));
            if (isFree) {
                names.forEach(name -> waits.lock(txn, keyNames.idOf(name), mode));
            }
            return isFree;
        });
    }

    Optional<Object> claim(int txn, Object name, StoreSession session) {
        return lock.locked(() -> {
            int key = keyNames.idOf(name);
            txns.pending(txn);
            await(txn, key, LockMode.CLAIM);
            Optional<Object> value = store.readLatest(txn, name, session);
            if (value.isEmpty()) {
                waits.lock(txn, key, LockMode.CLAIM);
            }
            return value;
        });
    }

    void unlock(int txn, Object name, LockMode mode) {
        lock.run(() -> waits.unlock(txn, keyNames.idOf(name), mode));
    }

    boolean awaitUnchanged(int txn, Object name) {
        return lock.locked(() -> {
            int key = keyNames.idOf(name);
            boolean isUnchanged = waits.isFree(txn, key, LockMode.UNCHANGED);
            await(txn, key, LockMode.UNCHANGED);
            return isUnchanged;
        });
    }
}

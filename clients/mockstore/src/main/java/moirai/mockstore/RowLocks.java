package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.List;

/**
 * The exclusive locks on keys, which transactions that read for update hold until they end, and the transactions that
 * wait for them. Guarded by the store's lock.
 *
 * <p>A reader for update waits for the holder and for pending transactions that have written the key; a writer waits
 * for the holder. So between a read for update and the end of its transaction no other transaction commits a write to
 * the key. Two transactions that only write do not wait for each other, because their writes take effect only at the
 * commit.
 */
final class RowLocks {

    private static final int NOBODY = -1;
    private static final IntList NO_BLOCKERS = IntList.of();

    /** The pending transactions by number. */
    private final Int2ObjectMap<Txns.Log> pending;
    /** The transaction that holds the lock, by key. */
    private final Int2IntOpenHashMap holders = new Int2IntOpenHashMap();
    /** The key that a transaction waits for, by transaction. */
    private final Int2IntLinkedOpenHashMap awaited = new Int2IntLinkedOpenHashMap();

    private final IntOpenHashSet awaitedForUpdate = new IntOpenHashSet();

    RowLocks(Int2ObjectMap<Txns.Log> pending) {
        this.pending = pending;
        holders.defaultReturnValue(NOBODY);
        awaited.defaultReturnValue(NOBODY);
    }

    /**
     * Returns the transactions that a transaction has to wait for before it may write the key, or read it for update.
     */
    IntList blockers(int txn, int key, boolean forUpdate) {
        if (!forUpdate && holders.isEmpty()) {
            return NO_BLOCKERS;
        }
        var blockers = new IntArrayList(0);
        int holder = holders.get(key);
        if (holder != NOBODY && holder != txn) {
            blockers.add(holder);
        }
        if (forUpdate) {
            for (var entry : pending.int2ObjectEntrySet()) {
                int other = entry.getIntKey();
                if (other != txn && other != holder && entry.getValue().written.containsKey(key)) {
                    blockers.add(other);
                }
            }
        }
        return blockers;
    }

    void lock(int txn, int key) {
        holders.put(key, txn);
    }

    /** Locks all keys, unless that would have to wait for another transaction; returns whether it did. */
    boolean tryLock(int txn, List<?> names, KeyNames keys) {
        for (Object name : names) {
            if (!blockers(txn, keys.idOf(name), true).isEmpty()) {
                return false;
            }
        }
        names.forEach(name -> lock(txn, keys.idOf(name)));
        return true;
    }

    /**
     * Waits as long as another transaction's lock forbids the step.
     *
     * @param names the names of keys, for the message of the exception if that takes too long
     * @return false at once if waiting would be a deadlock
     */
    boolean await(int txn, int key, boolean forUpdate, StoreLock lock, KeyNames names) {
        if (blockers(txn, key, forUpdate).isEmpty()) {
            return true;
        }
        awaited.put(txn, key);
        if (forUpdate) {
            awaitedForUpdate.add(txn);
        }
        try {
            if (isDeadlocked(txn)) {
                return false;
            }
            lock.await(
                    () -> blockers(txn, key, forUpdate).isEmpty(),
                    () -> "T" + txn + " waited " + lock.waitMillisMax() + " ms for key " + names.name(key) + ", which T"
                            + blockers(txn, key, forUpdate).getInt(0)
                            + " has locked or written: commit or abort that one first");
            return true;
        } finally {
            awaited.remove(txn);
            awaitedForUpdate.remove(txn);
        }
    }

    /**
     * Returns whether a waiting transaction waits, directly or through others, for itself. O(waiting transactions ×
     * pending ones).
     */
    private boolean isDeadlocked(int txn) {
        var reached = new IntOpenHashSet();
        var next = IntArrayList.of(txn);
        while (!next.isEmpty()) {
            int waiting = next.popInt();
            int key = awaited.get(waiting);
            if (key == NOBODY) {
                continue;
            }
            for (int blocker : blockers(waiting, key, awaitedForUpdate.contains(waiting))) {
                if (blocker == txn) {
                    return true;
                }
                if (reached.add(blocker)) {
                    next.add(blocker);
                }
            }
        }
        return false;
    }

    /** Releases all locks of a transaction that has ended. */
    void release(int txn) {
        if (!holders.isEmpty()) {
            holders.values().removeIf(holder -> holder == txn);
        }
    }
}

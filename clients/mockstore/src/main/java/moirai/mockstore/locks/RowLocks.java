package moirai.mockstore.locks;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The locks on keys, which transactions hold until they end, and the transactions that wait for them. Guarded by the
 * store's lock.
 *
 * <p>At a level of axioms, a reader for update waits for the holder and for pending transactions that have written the
 * key; a writer waits for the holder. So between a read for update and the end of its transaction no other transaction
 * commits a write to the key. Two transactions that only write do not wait for each other, because their writes take
 * effect only at the commit. At a product's level, whoever changes a key locks it first.
 */
public final class RowLocks {

    private static final IntList NO_BLOCKERS = IntList.of();

    /** Finds the pending transactions that have written a key. */
    @FunctionalInterface
    public interface Writers {

        IntList of(int key);
    }

    /** Waits until a condition holds. */
    @FunctionalInterface
    public interface Pause {

        void await(BooleanSupplier condition, Supplier<String> complaint);
    }

    /**
     * A lock that a transaction holds.
     *
     * @param savepoints the number of savepoints that the transaction had set before
     */
    private record Hold(int txn, LockMode mode, int savepoints) {}

    /** A lock that a transaction waits for. */
    private record Awaited(int key, LockMode mode) {}

    private final Writers writers;
    private final int waitMillisMax;
    private final IntFunction<Object> keyName;
    /** The locks of each key. */
    private final Int2ObjectOpenHashMap<List<Hold>> holds = new Int2ObjectOpenHashMap<>();
    /** The locked keys of each transaction. */
    private final Int2ObjectOpenHashMap<IntArrayList> keys = new Int2ObjectOpenHashMap<>();

    private final Int2ObjectLinkedOpenHashMap<Awaited> awaited = new Int2ObjectLinkedOpenHashMap<>();

    /**
     * Creates the locks of a store, of which none is held.
     *
     * @param waitMillisMax how long a transaction waits, for messages
     * @param keyName returns the name of a key, for messages
     */
    public RowLocks(Writers writers, int waitMillisMax, IntFunction<Object> keyName) {
        this.waitMillisMax = waitMillisMax;
        this.writers = writers;
        this.keyName = keyName;
    }

    /** Returns the transactions that a transaction has to wait for. */
    private IntList blockers(int txn, int key, LockMode mode) {
        if (holds.isEmpty() && !mode.waitsForWriters()) {
            return NO_BLOCKERS;
        }
        var blockers = new IntArrayList(0);
        for (Hold hold : holds.getOrDefault(key, List.of())) {
            if (hold.txn != txn && mode.isBlockedBy(hold.mode) && !blockers.contains(hold.txn)) {
                blockers.add(hold.txn);
            }
        }
        if (mode.waitsForWriters()) {
            for (int writer : writers.of(key)) {
                if (writer != txn && !blockers.contains(writer)) {
                    blockers.add(writer);
                }
            }
        }
        return blockers;
    }

    /** Returns whether a transaction need not wait for another one. */
    public boolean isFree(int txn, int key, LockMode mode) {
        return blockers(txn, key, mode).isEmpty();
    }

    /** Adds a lock to those of a transaction, which does not have to wait for it. */
    public void lock(int txn, int key, LockMode mode, int savepoints) {
        List<Hold> others = holds.computeIfAbsent(key, unknown -> new ArrayList<>(1));
        if (others.stream().noneMatch(hold -> hold.txn == txn && hold.mode.includes(mode))) {
            others.add(new Hold(txn, mode, savepoints));
            keys.computeIfAbsent(txn, unknown -> new IntArrayList()).add(key);
        }
    }

    /**
     * Waits as long as another transaction's lock forbids the step.
     *
     * @param pause waits; meanwhile other transactions take steps
     * @return false at once if waiting would be a deadlock
     */
    public boolean await(int txn, int key, LockMode mode, Pause pause) {
        if (isFree(txn, key, mode)) {
            return true;
        }
        awaited.put(txn, new Awaited(key, mode));
        try {
            if (isDeadlocked(txn)) {
                return false;
            }
            pause.await(
                    () -> isFree(txn, key, mode),
                    () -> "T" + txn + " waited " + waitMillisMax + " ms for key " + keyName.apply(key) + ", which T"
                            + blockers(txn, key, mode).getInt(0)
                            + " has locked or written: commit or abort that one first");
            return true;
        } finally {
            awaited.remove(txn);
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
            Awaited what = awaited.get(waiting);
            if (what == null) {
                continue;
            }
            for (int blocker : blockers(waiting, what.key, what.mode)) {
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

    /** Releases one lock of a transaction. */
    public void unlock(int txn, int key, LockMode mode) {
        List<Hold> all = holds.get(key);
        if (all != null) {
            all.removeIf(hold -> hold.txn == txn && hold.mode == mode);
        }
    }

    /** Returns whether a transaction holds a lock. */
    public boolean hasAny(int txn) {
        return keys.containsKey(txn);
    }

    /** Releases all locks of a transaction that has ended. */
    public void release(int txn) {
        releaseSince(txn, -1);
    }

    /** Releases the locks that a transaction has taken since it had this number of savepoints. */
    public void releaseSince(int txn, int savepoints) {
        IntArrayList locked = keys.remove(txn);
        if (locked == null) {
            return;
        }
        var kept = new IntArrayList();
        for (int key : locked) {
            List<Hold> all = holds.get(key);
            if (all == null) {
                continue;
            }
            all.removeIf(hold -> hold.txn == txn && hold.savepoints > savepoints);
            if (all.isEmpty()) {
                holds.remove(key);
            } else if (all.stream().anyMatch(hold -> hold.txn == txn)) {
                kept.add(key);
            }
        }
        if (!kept.isEmpty()) {
            keys.put(txn, kept);
        }
    }
}

package moirai.mockstore.locks;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
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
    private static final IntArrayList NO_KEYS = new IntArrayList(0);

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

    private final Writers writers;
    private final BooleanSupplier isByTurn;
    private final int waitMillisMax;
    private final IntFunction<Object> keyName;
    /** The locks of each key. */
    private final Int2ObjectOpenHashMap<List<Hold>> holds = new Int2ObjectOpenHashMap<>();
    /** The locked keys of each transaction. */
    private final Int2ObjectOpenHashMap<IntArrayList> keys = new Int2ObjectOpenHashMap<>();

    /** The waiting transactions by number. */
    private final Int2ObjectOpenHashMap<Waiter> waiters = new Int2ObjectOpenHashMap<>();
    /** Those that have a place in the queue of a key, by key. */
    private final Int2ObjectOpenHashMap<LockQueue> queues = new Int2ObjectOpenHashMap<>();

    /**
     * Creates the locks of a store, of which none is held.
     *
     * @param isByTurn returns whether something else decides who goes on of those who can
     * @param waitMillisMax how long a transaction waits, for messages
     * @param keyName returns the name of a key, for messages
     */
    public RowLocks(Writers writers, BooleanSupplier isByTurn, int waitMillisMax, IntFunction<Object> keyName) {
        this.isByTurn = isByTurn;
        this.waitMillisMax = waitMillisMax;
        this.writers = writers;
        this.keyName = keyName;
    }

    /** Returns the transactions that hold or have written what a transaction has to wait for. */
    private IntList holders(int txn, int key, LockMode mode) {
        if (holds.isEmpty() && !mode.waitsForWriters()) {
            return NO_BLOCKERS;
        }
        var holders = new IntArrayList(0);
        for (Hold hold : holds.getOrDefault(key, List.of())) {
            if (hold.txn != txn && mode.isBlockedBy(hold.mode) && !holders.contains(hold.txn)) {
                holders.add(hold.txn);
            }
        }
        if (mode.waitsForWriters()) {
            for (int writer : writers.of(key)) {
                if (writer != txn && !holders.contains(writer)) {
                    holders.add(writer);
                }
            }
        }
        return holders;
    }

    /** Returns the transactions that a transaction has to wait for, which waits or would do so. */
    private IntList blockers(Waiter waiter) {
        IntList holders = holders(waiter.txn, waiter.key, waiter.mode);
        LockQueue queue = queues.get(waiter.key);
        if (queue == null || waiter.isReady || !waiter.mode.isQueued()) {
            return holders;
        }
        var blockers = new IntArrayList(holders);
        boolean mustWait = waiters.get(waiter.txn) == waiter || !holders.isEmpty();
        queue.forEachBlocker(waiter, mustWait, isByTurn.getAsBoolean(), other -> blockers.add(other.txn));
        return blockers;
    }

    private Waiter waiter(int txn, int key, LockMode mode) {
        boolean isConcerned = holds.getOrDefault(key, List.of()).stream().anyMatch(hold -> hold.txn == txn)
                || (!mode.overtakes() && writers.of(key).contains(txn));
        return new Waiter(txn, key, mode, isConcerned);
    }

    /** Passes on the keys that are locked or waited for. */
    public void forEachKey(IntConsumer use) {
        holds.keySet().forEach(use);
        waiters.values().forEach(waiter -> use.accept(waiter.key));
    }

    /** Returns whether a transaction need not wait for another one. */
    public boolean isFree(int txn, int key, LockMode mode) {
        return queues.containsKey(key)
                ? blockers(waiter(txn, key, mode)).isEmpty()
                : holders(txn, key, mode).isEmpty();
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
     * Waits as long as another transaction's lock forbids the step. Of those who wait for a key, the first to come goes
     * on first ({@link LockQueue}).
     *
     * @param pause waits; meanwhile other transactions take steps
     * @return false at once if waiting would be a deadlock
     */
    public boolean await(int txn, int key, LockMode mode, Pause pause) {
        if (isFree(txn, key, mode)) {
            return true;
        }
        Waiter waiter = enqueued(txn, key, mode);
        boolean mayGoOn = false;
        try {
            if (isDeadlocked(txn)) {
                return false;
            }
            pause.await(
                    () -> mayGoOn(waiter),
                    () -> "T" + txn + " waited " + waitMillisMax + " ms for key " + keyName.apply(key) + ", which T"
                            + blockers(waiter).intStream().findFirst().orElse(txn)
                            + " has locked or written: commit or abort that one first");
            mayGoOn = true;
            return true;
        } finally {
            leave(waiter);
            if (!mayGoOn) {
                settle(key, false);
            }
        }
    }

    private Waiter enqueued(int txn, int key, LockMode mode) {
        Waiter waiter = waiter(txn, key, mode);
        waiters.put(txn, waiter);
        if (mode.isQueued()) {
            queues.computeIfAbsent(key, unknown -> new LockQueue()).add(waiter);
        }
        return waiter;
    }

    private boolean mayGoOn(Waiter waiter) {
        if (!waiter.mode.isQueued()) {
            return isPossible(waiter);
        }
        return waiter.isReady && (!isByTurn.getAsBoolean() || isPossible(waiter));
    }

    private boolean isPossible(Waiter waiter) {
        return holders(waiter.txn, waiter.key, waiter.mode).isEmpty();
    }

    private void leave(Waiter waiter) {
        waiters.remove(waiter.txn, waiter);
        LockQueue queue = queues.get(waiter.key);
        if (queue != null) {
            queue.remove(waiter);
            if (queue.isEmpty()) {
                queues.remove(waiter.key);
            }
        }
    }

    /** Makes those ready who have to wait for a key no longer. */
    private void settle(int key, boolean isAnew) {
        LockQueue queue = queues.get(key);
        if (queue != null) {
            queue.settle(this::isPossible, isAnew, isByTurn.getAsBoolean());
        }
    }

    /**
     * Returns whether a waiting transaction waits, directly or through others, for itself. Those who could go on, and
     * only let others go first, do not count: they go on instead. O(waiting transactions × pending ones).
     */
    private boolean isDeadlocked(int txn) {
        IntOpenHashSet reached = reached(txn, this::blockers);
        if (!reached.contains(txn)) {
            return false;
        }
        if (reached(txn, waiter -> isPolite(waiter) ? NO_BLOCKERS : blockers(waiter))
                .contains(txn)) {
            return true;
        }
        for (int waiting : reached) {
            Waiter waiter = waiters.get(waiting);
            if (waiter != null && isPolite(waiter)) {
                waiter.isReady = true;
            }
        }
        return false;
    }

    private boolean isPolite(Waiter waiter) {
        return waiter.mode == LockMode.WRITE && isPossible(waiter);
    }

    /** Returns the transactions that one waits for, directly or through others. */
    private IntOpenHashSet reached(int txn, Function<Waiter, IntList> blockers) {
        var reached = new IntOpenHashSet();
        var next = IntArrayList.of(txn);
        while (!next.isEmpty()) {
            Waiter waiter = waiters.get(next.popInt());
            if (waiter != null) {
                for (int blocker : blockers.apply(waiter)) {
                    if (reached.add(blocker)) {
                        next.add(blocker);
                    }
                }
            }
        }
        return reached;
    }

    /** Releases one lock of a transaction. */
    public void unlock(int txn, int key, LockMode mode) {
        List<Hold> all = holds.get(key);
        if (all != null) {
            all.removeIf(hold -> hold.txn == txn && hold.mode == mode);
        }
        settle(key, false);
    }

    /** Returns whether a transaction holds a lock. */
    public boolean hasAny(int txn) {
        return keys.containsKey(txn);
    }

    /**
     * Releases all locks of a transaction that has ended.
     *
     * @param isCommitted whether others see its writes from now on
     */
    public void release(int txn, boolean isCommitted) {
        IntList changed = isCommitted && !queues.isEmpty() ? changed(txn) : NO_KEYS;
        releaseSince(txn, -1);
        changed.forEach(key -> settle(key, true));
        settleAll();
    }

    /** Returns the keys that a transaction has changed and others wait for. */
    private IntList changed(int txn) {
        var changed = new IntArrayList(0);
        for (int key : keys.getOrDefault(txn, NO_KEYS)) {
            if (queues.containsKey(key)
                    && holds.getOrDefault(key, List.of()).stream()
                            .anyMatch(hold -> hold.txn == txn && LockMode.UNCHANGED.isBlockedBy(hold.mode))) {
                changed.add(key);
            }
        }
        return changed;
    }

    /** Releases the locks that a transaction has taken since it had this number of savepoints. */
    public void rollbackTo(int txn, int savepoints) {
        releaseSince(txn, savepoints);
        settleAll();
    }

    /** Makes those ready who have to wait no longer, for whatever key. */
    public void settleAll() {
        queues.keySet().forEach(key -> settle(key, false));
    }

    private void releaseSince(int txn, int savepoints) {
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

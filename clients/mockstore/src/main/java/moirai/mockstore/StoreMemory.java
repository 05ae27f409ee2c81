package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.locks.RowLocks;
import moirai.mockstore.locks.StoreLock;
import moirai.mockstore.rules.LevelRules;

/**
 * What a store that serves for long may forget, so that it needs no more memory than its data and its last
 * transactions.
 *
 * <p>Old transactions become part of the initial state. A transaction is old if it ended before all pending ones began,
 * and is not among the last ones that are kept. At a level that keeps real time, whoever is pending or comes later sees
 * what it has committed, and nobody can read what it has overwritten. At other levels nothing is forgotten. This costs
 * O(1) amortised for each transaction: it is done when there are twice as many as are kept, or twice as many as were
 * left when a transaction that is pending for long stood in the way.
 *
 * <p>Then the keys of which nothing is left are forgotten. Those are the keys without a committed value that no
 * remembered transaction has written and no pending one used, that the level's rules know nothing of, and that nobody
 * has locked or waits for. A key that is used again is a new one. With a key the history forgets who has found it
 * without a value: no write of it can come before them.
 *
 * <p>Keys are forgotten with the old transactions, in O(keys + steps of the remembered transactions), after at least as
 * many transactions as are kept.
 */
public final class StoreMemory {

    private final StoreLock lock;
    private final Txns txns;
    private final KeyNames keyNames;
    private final InitialState initial;
    private final RowLocks rowLocks;
    private final BooleanSupplier isWatched;
    private int keptMin = Integer.MAX_VALUE / 2;
    private int spanMax = Integer.MAX_VALUE;
    private int count;
    private boolean isOn;
    private Function<Object, Optional<List<Object>>> partsOf = key -> Optional.empty();
    private final ArrayDeque<Object> forgotten = new ArrayDeque<>();
    private volatile boolean hasForgotten;

    /** @param isWatched returns whether somebody remembers the numbers of keys */
    StoreMemory(
            StoreLock lock,
            Txns txns,
            KeyNames keyNames,
            InitialState initial,
            RowLocks rowLocks,
            BooleanSupplier isWatched) {
        this.lock = lock;
        this.txns = txns;
        this.keyNames = keyNames;
        this.initial = initial;
        this.rowLocks = rowLocks;
        this.isWatched = isWatched;
    }

    /**
     * Keeps this number of the last transactions in the history from now on, and perhaps more. Older ones become part
     * of the initial state when nobody can see or do anything else; at a level that does not keep real time, never.
     */
    public void keepLast(int kept) {
        lock.run(() -> {
            isOn = true;
            keptMin = kept;
            spanMax = 2 * kept;
        });
    }

    /** Returns how many transactions the history has no more because of {@link #keepLast}, of those that wrote. */
    public int forgottenCount() {
        return lock.locked(() -> count);
    }

    /**
     * Lets {@link #takeForgotten} return some keys, with which others are forgotten.
     *
     * @param parts returns the keys whose values say nothing without the value of a key; empty for a key that is not
     *    to be returned. Must not use the store.
     */
    public void tell(Function<Object, Optional<List<Object>>> parts) {
        lock.run(() -> partsOf = parts);
    }

    /** Returns whether {@link #takeForgotten} would return a key. Takes no lock. */
    public boolean hasForgotten() {
        return hasForgotten;
    }

    /** Returns the keys that were forgotten since the last call. They may be in use again. */
    public List<Object> takeForgotten() {
        return lock.locked(() -> {
            var taken = new ArrayList<>(forgotten);
            forgotten.clear();
            hasForgotten = false;
            return taken;
        });
    }

    /** Returns whether nobody has used a key, or the store has forgotten it. */
    public boolean isForgotten(Object key) {
        return lock.locked(() -> keyNames.find(key).isEmpty());
    }

    /** Forgets what is old, after the end of a transaction. Guarded by the store's lock. */
    void ended(LevelRules rules, IsolationLevel guarantee) {
        if (txns.span() < spanMax) {
            return;
        }
        if (guarantee.implies(IsolationLevel.STRONG_READ_COMMITTED)) {
            long horizon = txns.horizon(keptMin);
            IntList contained = rules.forget(txn -> txns.log(txn).end < horizon, txns.firstPending());
            forgetTxns(contained, horizon);
            count += contained.size();
            forgetKeys(rules::forEachKey);
        }
        spanMax = 2 * Math.max(keptMin, txns.span());
    }

    /** Forgets keys after all transactions were forgotten. Guarded by the store's lock. */
    void cleared() {
        if (isOn) {
            forgetKeys(use -> {});
        }
    }

    /** Forgets transactions that the initial state contains from now on, and those without effect. */
    private void forgetTxns(IntList contained, long horizon) {
        var lastWriters = new Int2IntOpenHashMap();
        for (int txn : contained) {
            initial.putAll(txns.log(txn).written);
            txns.log(txn).written.keySet().forEach(key -> lastWriters.put(key, txn));
        }
        var forgotten = new IntOpenHashSet(contained);
        txns.forget(txn -> forgotten.contains(txn) || hasNoEffect(txns.log(txn), horizon));
        txns.all().values().forEach(log -> replaceSources(log, forgotten, lastWriters));
    }

    private static boolean hasNoEffect(Txns.Log log, long horizon) {
        return log.state != Txns.Log.State.PENDING && log.end < horizon && log.written.isEmpty();
    }

    /** Replaces the sources of reads that are now the initial state, or that this state has overwritten. */
    private static void replaceSources(Txns.Log log, IntSet forgotten, Int2IntMap lastWriters) {
        for (int step = 0; step < log.sources.size(); step++) {
            int source = log.sources.getInt(step);
            int key = log.keys.getInt(step);
            boolean isOverwritten = source == INITIAL && lastWriters.containsKey(key);
            if (isOverwritten || forgotten.contains(source)) {
                boolean isLast = !isOverwritten && lastWriters.get(key) == source;
                log.sources.set(step, isLast ? INITIAL : Txns.Log.FORGOTTEN);
            }
        }
    }

    private Object forget(int key) {
        initial.clear(key);
        return keyNames.forget(key);
    }

    private void forgetKeys(Consumer<IntConsumer> ofRules) {
        if (isWatched.getAsBoolean() || initial.isKept()) {
            return;
        }
        var used = new BitSet(keyNames.count());
        txns.pending().values().forEach(log -> log.keys.forEach(used::set));
        txns.all().values().forEach(log -> log.written.keySet().forEach(used::set));
        ofRules.accept(used::set);
        rowLocks.forEachKey(used::set);
        var gone = new BitSet(keyNames.count());
        for (int key = used.nextClearBit(0); key < keyNames.count(); key = used.nextClearBit(key + 1)) {
            if (initial.isBlank(key) && keyNames.isUsed(key)) {
                gone.set(key);
                Object name = forget(key);
                partsOf.apply(name).ifPresent(parts -> {
                    forgotten.add(name);
                    parts.forEach(part -> keyNames.find(part).ifPresent(found -> {
                        if (!used.get(found)) {
                            gone.set(found);
                            forget(found);
                        }
                    }));
                });
            }
        }
        hasForgotten = !forgotten.isEmpty();
        if (!gone.isEmpty()) {
            txns.all().values().forEach(log -> log.forget(gone));
        }
    }
}

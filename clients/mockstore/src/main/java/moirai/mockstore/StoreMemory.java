package moirai.mockstore;

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
 * What a store that serves for long may forget: old transactions ({@link OldTxns}), and the keys of which nothing is
 * left. Those are the keys without a committed value that no remembered transaction has written and no pending one
 * used, that the level's rules know nothing of, and that nobody has locked or waits for. A key that is used again is a
 * new one. With a key the history forgets who has found it without a value: no write of it can come before them.
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
    private final OldTxns old;
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
        this.old = new OldTxns(txns, initial);
    }

    /**
     * Keeps this number of the last transactions in the history from now on, and perhaps more. Older ones become part
     * of the initial state when nobody can see or do anything else; at a level that does not keep real time, never.
     */
    public void keepLast(int txns) {
        lock.run(() -> {
            isOn = true;
            old.keepLast(txns);
        });
    }

    /** Returns how many transactions the history has no more because of {@link #keepLast}, of those that wrote. */
    public int forgottenCount() {
        return lock.locked(old::count);
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
        if (isOn && old.ended(rules, guarantee.implies(IsolationLevel.STRONG_READ_COMMITTED))) {
            forgetKeys(rules::forEachKey);
        }
    }

    /** Forgets keys after all transactions were forgotten. Guarded by the store's lock. */
    void cleared() {
        if (isOn) {
            forgetKeys(use -> {});
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

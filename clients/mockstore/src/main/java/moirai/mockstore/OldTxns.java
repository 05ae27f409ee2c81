package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import moirai.mockstore.rules.LevelRules;

/**
 * Makes old transactions part of the initial state, so that a store that serves for long needs no more memory than its
 * data and its last transactions. Guarded by the store's lock.
 *
 * <p>A transaction is old if it ended before all pending ones began, and is not among the last ones that are kept. At a
 * level that keeps real time, whoever is pending or comes later sees what it has committed, and nobody can read what it
 * has overwritten. At other levels nothing is forgotten.
 *
 * <p>Costs O(1) amortised for each transaction: it is done when there are twice as many as are kept, or twice as many
 * as were left when a transaction that is pending for long stood in the way.
 */
final class OldTxns {

    private final Txns txns;
    private final InitialState initial;
    private int keptMin = Integer.MAX_VALUE / 2;
    private int spanMax = Integer.MAX_VALUE;
    private int count;

    OldTxns(Txns txns, InitialState initial) {
        this.txns = txns;
        this.initial = initial;
    }

    /** Keeps as many of the last transactions from now on, and perhaps more. */
    void keepLast(int kept) {
        keptMin = kept;
        spanMax = 2 * kept;
    }

    /** Returns how many transactions that have written were forgotten. */
    int count() {
        return count;
    }

    /**
     * Forgets old transactions if there are many.
     *
     * @param keepsRealTime whether the level does
     * @return whether it did
     */
    boolean ended(LevelRules rules, boolean keepsRealTime) {
        if (txns.span() < spanMax) {
            return false;
        }
        if (keepsRealTime) {
            long horizon = txns.horizon(keptMin);
            IntList contained = rules.forget(txn -> txns.log(txn).end < horizon, txns.firstPending());
            forget(contained, horizon);
            count += contained.size();
        }
        spanMax = 2 * Math.max(keptMin, txns.span());
        return keepsRealTime;
    }

    /** Forgets transactions that the initial state contains from now on, and those without effect. */
    private void forget(IntList contained, long horizon) {
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
}

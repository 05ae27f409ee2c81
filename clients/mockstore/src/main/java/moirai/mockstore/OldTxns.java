package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.IntList;
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

    /** Forgets old transactions if there are many. */
    void ended(LevelRules rules) {
        if (txns.span() < spanMax) {
            return;
        }
        long horizon = txns.horizon(keptMin);
        IntList contained = rules.forget(txn -> txns.log(txn).end < horizon, txns.firstPending());
        if (!contained.isEmpty()) {
            contained.forEach(txn -> initial.putAll(txns.log(txn).written));
            txns.forget(contained, horizon);
            count += contained.size();
        }
        spanMax = 2 * Math.max(keptMin, txns.span());
    }
}

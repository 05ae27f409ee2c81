package moirai.analysis.shrinking;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * The rules for what may be left out of histories of counters, whose reads show sums and not whose increments are in
 * them.
 *
 * <p>An increment cannot go as long as its counter is read: without it, the value would be wrong that was right. It is
 * otherwise with a wrong total. That is proven by a read of all accounts, since every transfer leaves their sum: so
 * transfers may go, each whole or in parts that sum to zero. But a read of some accounts must not become one of all
 * those that are left.
 */
final class Sums {

    private final History whole;
    private final int[] txns;
    /** The number of increments of each key in the whole history. */
    private final Int2IntOpenHashMap increments = new Int2IntOpenHashMap();
    /** The knowledge whether all other transactions leave the sum of all keys. */
    private final boolean othersAreTransfers;

    /**
     * The rules for a part of a history. O(ops of the whole), if it is of counters.
     *
     * @param txns of which the part is made, in ascending order
     */
    Sums(History whole, int[] txns) {
        this.whole = whole;
        this.txns = txns;
        if (whole.dataModel() != DataModel.COUNTER) {
            this.othersAreTransfers = false;
            return;
        }
        for (int op = 0; op < whole.opCount(); op++) {
            if (whole.isWrite(op)) {
                increments.addTo(whole.key(op), 1);
            }
        }
        var none = new BitSet();
        boolean areTransfers = true;
        for (int txn = 0; txn < whole.txnCount(); txn++) {
            areTransfers &= Arrays.binarySearch(txns, txn) >= 0 || leftOut(txn, none) == 0;
        }
        this.othersAreTransfers = areTransfers;
    }

    /** Decides whether the symptom is one of the whole if these ops show it. O(ops of the part). */
    boolean isSound(BitSet ops, Symptom symptom) {
        boolean isOfTotals = symptom instanceof Symptom.Forbidden(var phenomenon, var level, var checker)
                && phenomenon == Phenomenon.WRONG_TOTAL;
        return isOfTotals ? othersAreTransfers && keepsTotals(ops) : keepsIncrements(ops);
    }

    private boolean keepsIncrements(BitSet ops) {
        var kept = new Int2IntOpenHashMap();
        var read = new BitSet();
        for (int op = ops.nextSetBit(0); op >= 0; op = ops.nextSetBit(op + 1)) {
            if (whole.isWrite(op)) {
                kept.addTo(whole.key(op), 1);
            } else if (whole.isAnswered(op)) {
                read.set(whole.key(op));
            }
        }
        return read.stream().allMatch(key -> kept.get(key) == increments.get(key));
    }

    private boolean keepsTotals(BitSet ops) {
        var accounts = new BitSet();
        for (int txn : txns) {
            if (leftOut(txn, ops) != 0) {
                return false;
            }
            for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
                accounts.set(
                        whole.key(op),
                        accounts.get(whole.key(op))
                                || (ops.get(op)
                                        && whole.isWrite(op)
                                        && whole.outcome(txn).mayHaveTakenEffect()));
            }
        }
        return Arrays.stream(txns).allMatch(txn -> isReadAsBefore(txn, ops, accounts));
    }

    /** Returns the sum of the increments that are left out; those of a refused transaction never were in any sum. */
    private long leftOut(int txn, BitSet ops) {
        long sum = 0;
        if (whole.outcome(txn).mayHaveTakenEffect()) {
            for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
                sum += whole.isWrite(op) && !ops.get(op) ? whole.value(op) : 0;
            }
        }
        return sum;
    }

    /**
     * Decides whether what is left of a transaction's answers is nothing, or all of them and one for every key, or too
     * few for all accounts.
     */
    private boolean isReadAsBefore(int txn, BitSet ops, BitSet accounts) {
        var keys = new BitSet();
        int answers = 0;
        int left = 0;
        for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
            if (!whole.isWrite(op) && whole.isAnswered(op)) {
                answers++;
                left += ops.get(op) ? 1 : 0;
                keys.set(whole.key(op), keys.get(whole.key(op)) || ops.get(op));
            }
        }
        var missing = (BitSet) accounts.clone();
        missing.andNot(keys);
        return left == 0 || (left == answers && keys.cardinality() == whole.keyCount()) || !missing.isEmpty();
    }
}

package moirai.analysis.counters;

import java.util.Arrays;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * The increments and reads of counters, with the reader's own increments taken out.
 *
 * <p>The external value of a read is what it returned without the increments that its transaction had made before: what
 * other transactions had made of the counter. O(ops) space, O(ops × ops of a transaction) time.
 */
final class CounterValues {

    /** The greatest sum; keys whose sums may exceed it are set aside, so that no sum overflows. */
    private static final long SUM_MAX = 1L << 61;

    private final History history;
    private final int[] txnOfOp;
    private final long[] external;
    private final boolean[] isSetAside;
    /** The keys that some transaction that may have taken effect makes grow; below, those that one makes shrink. */
    private final boolean[] grows;

    private final boolean[] shrinks;

    CounterValues(History history) {
        if (history.dataModel() != DataModel.COUNTER) {
            throw new IllegalArgumentException(
                    "the keys of this history hold " + history.dataModel().plural() + ", and not counters");
        }
        this.history = history;
        this.txnOfOp = new int[history.opCount()];
        this.external = new long[history.opCount()];
        this.isSetAside = new boolean[history.keyCount()];
        this.grows = new boolean[history.keyCount()];
        this.shrinks = new boolean[history.keyCount()];
        setAsideLargeKeys();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            Arrays.fill(txnOfOp, history.firstOp(txn), history.endOp(txn), txn);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (isRead(op)) {
                    external[op] = history.value(op) - sumBefore(txn, op);
                } else if (history.isWrite(op) && mayHaveTakenEffect(txn)) {
                    long net = net(txn, history.key(op));
                    grows[history.key(op)] |= net > 0;
                    shrinks[history.key(op)] |= net < 0;
                }
            }
        }
    }

    private void setAsideLargeKeys() {
        long[] sums = new long[history.keyCount()];
        for (int op = 0; op < history.opCount(); op++) {
            if (history.isWrite(op) || isRead(op)) {
                int key = history.key(op);
                long value = history.value(op);
                long size = value < 0 ? -(value + 1) : value;
                isSetAside[key] |= size > SUM_MAX || sums[key] > SUM_MAX;
                sums[key] += history.isWrite(op) && !isSetAside[key] ? size + 1 : 0;
            }
        }
        for (int key = 0; key < sums.length; key++) {
            isSetAside[key] |= sums[key] > SUM_MAX;
        }
    }

    private long sumBefore(int txn, int end) {
        long sum = 0;
        for (int op = history.firstOp(txn); op < end; op++) {
            sum += history.isWrite(op) && history.key(op) == history.key(end) && !isSetAside(history.key(op))
                    ? history.value(op)
                    : 0;
        }
        return sum;
    }

    History history() {
        return history;
    }

    /** Returns whether the key's numbers are so large that nothing is inferred from it. */
    boolean isSetAside(int key) {
        return isSetAside[key];
    }

    /** Returns whether nothing is inferred from some key. */
    boolean hasSetAside() {
        for (boolean key : isSetAside) {
            if (key) {
                return true;
            }
        }
        return false;
    }

    /** Returns the transaction to which the op belongs. */
    int txn(int op) {
        return txnOfOp[op];
    }

    /** Returns whether the op is an answered read. */
    boolean isRead(int op) {
        return !history.isWrite(op) && history.isAnswered(op);
    }

    /** Returns the external value of a read: the sum to which other transactions had brought the counter. */
    long external(int readOp) {
        return external[readOp];
    }

    /**
     * Decides whether the op's transaction had not incremented the key before, so that nothing is taken out of what a
     * read returned.
     */
    boolean isOfOthersAlone(int ofOp) {
        for (int op = history.firstOp(txnOfOp[ofOp]); op < ofOp; op++) {
            if (history.isWrite(op) && history.key(op) == history.key(ofOp)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the sum of the transaction's increments of the key; 0 if the key is set aside. */
    long net(int txn, int key) {
        long net = 0;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            net += history.isWrite(op) && history.key(op) == key && !isSetAside[key] ? history.value(op) : 0;
        }
        return net;
    }

    /** Decides whether the op is its transaction's first increment of the key. */
    boolean isFirstIncrement(int op) {
        return history.isWrite(op) && isOfOthersAlone(op);
    }

    boolean isCommitted(int txn) {
        return history.outcome(txn) instanceof Outcome.Committed;
    }

    boolean mayHaveTakenEffect(int txn) {
        return history.outcome(txn).mayHaveTakenEffect();
    }

    /** Returns whether no transaction that may have taken effect makes the counter smaller. */
    boolean neverShrinks(int key) {
        return !shrinks[key];
    }

    /** Returns whether no transaction that may have taken effect makes the counter greater. */
    boolean neverGrows(int key) {
        return !grows[key];
    }

    /** Returns whether the counter never returns to a value that it had before. */
    boolean isMonotone(int key) {
        return !isSetAside[key] && grows[key] != shrinks[key];
    }
}

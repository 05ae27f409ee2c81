package moirai.analysis.counters;

import java.util.Arrays;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * Increments and reads of counters, with what belongs to the reader itself taken out.
 *
 * <p>The external value of a read is what it returned without the increments that its transaction had made before: what
 * other transactions had made of the counter. O(ops) space, O(ops × ops of a transaction) time.
 */
final class CounterValues {

    /** Keys whose sums may exceed this are set aside, so that no sum overflows. */
    private static final long SUM_MAX = 1L << 61;

    private final History history;
    private final int[] txnOfOp;
    private final long[] external;
    private final boolean[] isSetAside;
    /** Whether some transaction that may have taken effect makes the key grow, or shrink. */
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

    /** Whether the key's numbers are so large that nothing is inferred from it. */
    boolean isSetAside(int key) {
        return isSetAside[key];
    }

    /** The transaction that the op belongs to. */
    int txn(int op) {
        return txnOfOp[op];
    }

    /** Whether the op is a read whose answer was seen. */
    boolean isRead(int op) {
        return !history.isWrite(op) && history.isAnswered(op);
    }

    /** What others had made of the counter when it was read. */
    long external(int readOp) {
        return external[readOp];
    }

    /** Whether its transaction had not incremented the key before, so that nothing had to be taken out. */
    boolean isOfOthersAlone(int readOp) {
        for (int op = history.firstOp(txnOfOp[readOp]); op < readOp; op++) {
            if (history.isWrite(op) && history.key(op) == history.key(readOp)) {
                return false;
            }
        }
        return true;
    }

    /** By how much the transaction changes the key in all; 0 if the key is set aside. */
    long net(int txn, int key) {
        long net = 0;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            net += history.isWrite(op) && history.key(op) == key && !isSetAside[key] ? history.value(op) : 0;
        }
        return net;
    }

    /** Whether the op is its transaction's first increment of the key. */
    boolean isFirstIncrement(int op) {
        if (!history.isWrite(op)) {
            return false;
        }
        for (int earlier = history.firstOp(txnOfOp[op]); earlier < op; earlier++) {
            if (history.isWrite(earlier) && history.key(earlier) == history.key(op)) {
                return false;
            }
        }
        return true;
    }

    boolean isCommitted(int txn) {
        return history.outcome(txn) instanceof Outcome.Committed;
    }

    boolean mayHaveTakenEffect(int txn) {
        return history.outcome(txn).mayHaveTakenEffect();
    }

    /** Whether no transaction that may have taken effect makes the counter smaller. */
    boolean neverShrinks(int key) {
        return !shrinks[key];
    }

    /** Whether no transaction that may have taken effect makes the counter greater. */
    boolean neverGrows(int key) {
        return !grows[key];
    }

    /** Whether a later version of the counter never is one that it had before. */
    boolean isMonotone(int key) {
        return !isSetAside[key] && grows[key] != shrinks[key];
    }
}

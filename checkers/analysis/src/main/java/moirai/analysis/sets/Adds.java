package moirai.analysis.sets;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * Attributes each element to the op that added it: recoverability in the sense of Kingsbury, Alvaro, "Elle" (2020),
 * section 4.2.3.
 *
 * <p>An element of a key stands for one add: the first by a transaction that may have taken effect, or if there is
 * none, the first by an aborted one. O(ops) time and space.
 */
final class Adds {

    /** Stands for an element that nobody added. */
    static final int UNKNOWN = -1;

    private final History history;
    private final int[] txnOfOp;
    private final Long2IntOpenHashMap addOf;
    /** The adds that stand for elements which two transactions added that may both have taken effect. */
    private final BitSet ambiguous = new BitSet();

    Adds(History history) {
        this.history = history;
        this.txnOfOp = new int[history.opCount()];
        int adds = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            Arrays.fill(txnOfOp, history.firstOp(txn), history.endOp(txn), txn);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                adds += history.isAppend(op) ? 1 : 0;
            }
        }
        this.addOf = new Long2IntOpenHashMap(adds);
        addOf.defaultReturnValue(UNKNOWN);
        for (int op = 0; op < history.opCount(); op++) {
            if (history.isAppend(op)) {
                add(op);
            }
        }
    }

    private void add(int op) {
        long packed = packed(history.key(op), history.element(op));
        int first = addOf.putIfAbsent(packed, op);
        if (first == UNKNOWN || txnOfOp[first] == txnOfOp[op] || isAborted(op)) {
            return;
        }
        if (isAborted(first)) {
            addOf.put(packed, op);
        } else {
            ambiguous.set(first);
        }
    }

    private static long packed(int key, int element) {
        return ((long) key << 32) | (element & 0xffffffffL);
    }

    /** Returns the transaction to which the op belongs. */
    int txn(int op) {
        return txnOfOp[op];
    }

    /** Returns the add that stands for the element of the key, or {@link #UNKNOWN}. */
    int addOf(int key, int element) {
        return addOf.get(packed(key, element));
    }

    /** Returns the add that stands for the same element as this one. */
    int standingFor(int addOp) {
        return addOf(history.key(addOp), history.element(addOp));
    }

    /**
     * Returns whether two transactions may have added the element, so that a read of it proves neither. The add must
     * stand for an element.
     */
    boolean isAmbiguous(int addOp) {
        return ambiguous.get(addOp);
    }

    /** Returns the first add of an element that two transactions may have added, or {@link #UNKNOWN}. */
    int ambiguousAdd() {
        return ambiguous.nextSetBit(0);
    }

    /** Returns whether the op's transaction aborted. */
    boolean isAborted(int op) {
        return history.outcome(txnOfOp[op]) instanceof Outcome.Aborted;
    }
}

package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * Who appended which element: recoverability in the sense of Kingsbury, Alvaro, "Elle" (2020), section 4.2.3.
 *
 * <p>O(ops) time and space.
 */
final class Writes {

    /** Stands for an element that nobody appended. */
    static final int UNKNOWN = -1;

    private final History history;
    private final int[] txnOfOp;
    private final Long2IntOpenHashMap appendOf;
    private final IntOpenHashSet ambiguousKeys = new IntOpenHashSet();

    Writes(History history) {
        this.history = history;
        this.txnOfOp = new int[history.opCount()];
        int appends = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                txnOfOp[op] = txn;
                appends += history.isAppend(op) ? 1 : 0;
            }
        }
        this.appendOf = new Long2IntOpenHashMap(appends);
        appendOf.defaultReturnValue(UNKNOWN);
        for (int op = 0; op < history.opCount(); op++) {
            if (history.isAppend(op)
                    && appendOf.putIfAbsent(packed(history.key(op), history.element(op)), op) != UNKNOWN) {
                ambiguousKeys.add(history.key(op));
            }
        }
    }

    private static long packed(int key, int element) {
        return ((long) key << 32) | (element & 0xffffffffL);
    }

    /** The transaction that the op belongs to. */
    int txn(int op) {
        return txnOfOp[op];
    }

    /** The op that appended the element to the key, or {@link #UNKNOWN}. */
    int appendOf(int key, int element) {
        return appendOf.get(packed(key, element));
    }

    /** Whether some element was appended to the key by two ops, so that a read of it cannot be attributed. */
    boolean isAmbiguous(int key) {
        return ambiguousKeys.contains(key);
    }

    /** The lowest key to which an element was appended twice, or {@link #UNKNOWN}. */
    int ambiguousKey() {
        return ambiguousKeys.intStream().min().orElse(UNKNOWN);
    }

    /** Whether no later op of the same transaction appends to the same key. */
    boolean isFinal(int appendOp) {
        for (int op = appendOp + 1; op < history.endOp(txnOfOp[appendOp]); op++) {
            if (history.isAppend(op) && history.key(op) == history.key(appendOp)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the op belongs to a transaction that was refused. */
    boolean isAborted(int op) {
        return history.outcome(txnOfOp[op]) instanceof Outcome.Aborted;
    }
}

package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.IntPredicate;
import moirai.history.History;

/**
 * Decides which transactions took effect, and how much of each list they read.
 *
 * <p>A committed transaction did. An indeterminate one did if a transaction that did read one of its elements: then its
 * own reads count too, and may prove others. Elements of {@linkplain Writes#isAmbiguous ambiguous} keys prove nothing.
 * The result is the least fixed point, reached in O(ops + elements of lists), since each position of each list is
 * looked at once.
 */
final class CommittedReads {

    private final History history;
    private final Writes writes;
    private final boolean[] effective;
    /**
     * The length of the longest read of each list by an effective transaction; below it the read's op, or -1 if there
     * is none.
     */
    private final int[] lengths;

    private final int[] readOps;
    private final IntArrayList pending = new IntArrayList();
    private final IntArrayList effectiveTxns;

    CommittedReads(History history, Writes writes) {
        this(history, writes, txn -> false);
    }

    /** @param hadEffect decides of a transaction whether it is proven by something else that it took effect */
    CommittedReads(History history, Writes writes, IntPredicate hadEffect) {
        this.history = history;
        this.writes = writes;
        this.effective = new boolean[history.txnCount()];
        this.lengths = new int[history.listCount()];
        this.readOps = new int[history.listCount()];
        Arrays.fill(readOps, -1);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (writes.isCommitted(txn) || hadEffect.test(txn)) {
                effective[txn] = true;
                follow(txn);
            }
        }
        for (int i = 0; i < pending.size(); i++) {
            follow(pending.getInt(i));
        }
        this.effectiveTxns = new IntArrayList(history.txnCount());
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (effective[txn]) {
                effectiveTxns.add(txn);
            }
        }
    }

    /** Takes in the reads of an effective transaction. */
    private void follow(int txn) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isAppend(op) || !history.isAnswered(op)) {
                continue;
            }
            int list = history.list(op);
            int before = lengths[list];
            if (readOps[list] < 0 || history.length(op) > before) {
                lengths[list] = history.length(op);
                readOps[list] = op;
                int key = history.listKey(list);
                // Of two that appended one element, none is proven to have done so.
                for (int i = before; i < history.length(op) && !writes.isAmbiguous(key); i++) {
                    prove(writes.appendOf(list, i));
                }
            }
        }
    }

    private void prove(int appendOp) {
        if (appendOp == Writes.UNKNOWN) {
            return;
        }
        int txn = writes.txn(appendOp);
        if (writes.isIndeterminate(txn) && !effective[txn]) {
            effective[txn] = true;
            pending.add(txn);
        }
    }

    /** Decides whether the transaction committed or is proven to have committed. */
    boolean isEffective(int txn) {
        return effective[txn];
    }

    /** Returns the effective transactions in ascending order. The caller must not change the list. */
    IntArrayList effectiveTxns() {
        return effectiveTxns;
    }

    /** Returns the number of elements of the list that effective transactions read. */
    int length(int list) {
        return lengths[list];
    }

    /** Returns the op of that longest read, or -1 if no effective transaction read the list. */
    int readOp(int list) {
        return readOps[list];
    }
}

package moirai.analysis.keyvalue;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.BitSet;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * The writers of each value of each register.
 *
 * <p>A value of a key stands for one write: the first by a transaction that may have taken effect, or if there is none,
 * the first by an aborted one. What else is known of the value hangs on that write, in tables that stay small as long
 * as values are unique. O(ops) time and space.
 */
final class RegisterWrites {

    /** Stands for a value that nobody wrote, and for a write that does not exist. */
    static final int NONE = -1;

    private final History history;
    private final int[] txnOfOp;
    private final BitSet abortedTxns;
    /**
     * Open addressing in a stretch of slots for each key, since reads of a key come close to each other: one table for
     * all of them costs a third more in a whole check of a million transactions.
     */
    private final int[] firstSlot;

    private final int[] slots;
    /** The value of the write in each slot. */
    private final long[] values;
    /** The last write of the same value by the same transaction, for the first write of a value. */
    private final Int2IntOpenHashMap repetitions = new Int2IntOpenHashMap();
    /** A write of the same value by another transaction that may have taken effect, for the first write of a value. */
    private final Int2IntOpenHashMap rivals = new Int2IntOpenHashMap();
    /** Writes after which their transaction wrote the key again. */
    private final BitSet overwritten;

    RegisterWrites(History history) {
        this.history = history;
        this.txnOfOp = new int[history.opCount()];
        this.overwritten = new BitSet(history.opCount());
        repetitions.defaultReturnValue(NONE);
        rivals.defaultReturnValue(NONE);
        this.abortedTxns = abortedTxns(history);
        this.firstSlot = firstSlots(history);
        this.slots = new int[firstSlot[history.keyCount()]];
        this.values = new long[slots.length];
        Arrays.fill(slots, NONE);
        int[] lastWrite = new int[history.keyCount()];
        Arrays.fill(lastWrite, NONE);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                txnOfOp[op] = txn;
                if (history.isWrite(op)) {
                    int before = lastWrite[history.key(op)];
                    if (before >= history.firstOp(txn)) {
                        overwritten.set(before);
                    }
                    lastWrite[history.key(op)] = op;
                    add(op);
                }
            }
        }
    }

    private static BitSet abortedTxns(History history) {
        var aborted = new BitSet(history.txnCount());
        for (int txn = 0; txn < history.txnCount(); txn++) {
            aborted.set(txn, history.outcome(txn) instanceof Outcome.Aborted);
        }
        return aborted;
    }

    /**
     * Returns the first slot of each key. A key has twice as many slots as writes, rounded up to a power of two, or one
     * if it has no writes.
     */
    private static int[] firstSlots(History history) {
        int[] writes = new int[history.keyCount()];
        for (int op = 0; op < history.opCount(); op++) {
            writes[history.key(op)] += history.isWrite(op) ? 1 : 0;
        }
        int[] first = new int[history.keyCount() + 1];
        for (int key = 0; key < writes.length; key++) {
            int slots = writes[key] == 0 ? 1 : HashCommon.arraySize(writes[key], 0.5f);
            first[key + 1] = Math.addExact(first[key], slots);
        }
        return first;
    }

    private void add(int op) {
        int slot = slot(history.key(op), history.value(op));
        int first = slots[slot];
        if (first == NONE) {
            slots[slot] = op;
            values[slot] = history.value(op);
        } else if (txnOfOp[first] == txnOfOp[op]) {
            repetitions.put(first, op);
        } else if (isAborted(first)) {
            slots[slot] = isAborted(op) ? first : op;
        } else if (!isAborted(op)) {
            rivals.putIfAbsent(first, op);
        }
    }

    private int slot(int key, long value) {
        int from = firstSlot[key];
        int mask = firstSlot[key + 1] - from - 1;
        int offset = (int) HashCommon.mix(value) & mask;
        while (slots[from + offset] != NONE && values[from + offset] != value) {
            offset = (offset + 1) & mask;
        }
        return from + offset;
    }

    /** Returns the transaction that the op belongs to. */
    int txn(int op) {
        return txnOfOp[op];
    }

    /** Returns the write that the value of the key stands for, or {@link #NONE}. */
    int writeOf(int key, long value) {
        return slots[slot(key, value)];
    }

    /** Returns a write of the same value by another transaction that may have taken effect, too, or {@link #NONE}. */
    int rival(int write) {
        return rivals.get(write);
    }

    /** Returns whether no write of this value was its transaction's last to the key. */
    boolean isIntermediate(int write) {
        int last = repetitions.get(write);
        return overwritten.get(last == NONE ? write : last);
    }

    /** Returns whether the write's transaction wrote the key again. */
    boolean isOverwritten(int write) {
        return overwritten.get(write);
    }

    /** Returns the first writes of all values that several transactions may have written. */
    IntSet contested() {
        return rivals.keySet();
    }

    /** Returns whether the op belongs to a transaction that was refused. */
    boolean isAborted(int op) {
        return abortedTxns.get(txnOfOp[op]);
    }
}

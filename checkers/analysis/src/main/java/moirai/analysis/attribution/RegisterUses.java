package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * What transactions did to one register, in columns: each read at most one value and wrote at most one, at one moment
 * of its interval. Values have numbers, {@link #INITIAL} for the initial state. What nobody reads is not here, if its
 * writer may not have taken effect.
 */
final class RegisterUses {

    /** The number of no value. */
    static final int NONE = -1;
    /** The number of the initial state. */
    static final int INITIAL = 0;

    private final IntArrayList txns = new IntArrayList();
    private final LongArrayList starts = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    private final IntArrayList reads = new IntArrayList();
    private final IntArrayList readOps = new IntArrayList();
    private final IntArrayList writes = new IntArrayList();
    private int valueCount = 1;

    private RegisterUses() {}

    /**
     * Returns the uses of each key of a history. O(ops).
     *
     * <p>A read of a value that no transaction can have left there is an anomaly by itself, and counts for nothing
     * here.
     */
    static RegisterUses[] of(History history) {
        var uses = new RegisterUses[history.keyCount()];
        var numbers = new Long2IntOpenHashMap[history.keyCount()];
        for (int key = 0; key < uses.length; key++) {
            uses[key] = new RegisterUses();
            numbers[key] = new Long2IntOpenHashMap();
            numbers[key].defaultReturnValue(NONE);
        }
        int[] lastWrite = lastWrites(history);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                int key = history.key(op);
                if (lastWrite[op] == op && numbers[key].get(history.value(op)) == NONE) {
                    numbers[key].put(history.value(op), uses[key].valueCount++);
                }
            }
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.outcome(txn).mayHaveTakenEffect()) {
                for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                    if (isFirstOfKey(history, txn, op)) {
                        uses[history.key(op)].add(history, txn, op, numbers[history.key(op)], lastWrite);
                    }
                }
            }
        }
        return uses;
    }

    /** Returns, for each op that writes, the last write of its transaction to the same key; -1 for aborted ones. */
    private static int[] lastWrites(History history) {
        int[] last = new int[history.opCount()];
        int[] ofKey = new int[history.keyCount()];
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isWrite(op)) {
                    ofKey[history.key(op)] = op;
                }
            }
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                boolean counts = history.isWrite(op) && history.outcome(txn).mayHaveTakenEffect();
                last[op] = counts ? ofKey[history.key(op)] : NONE;
            }
        }
        return last;
    }

    private static boolean isFirstOfKey(History history, int txn, int op) {
        for (int before = history.firstOp(txn); before < op; before++) {
            if (history.key(before) == history.key(op)) {
                return false;
            }
        }
        return true;
    }

    /** Adds what the transaction did to the key of this op, its first one on the key. */
    private void add(History history, int txn, int op, Long2IntOpenHashMap numbers, int... lastWrite) {
        int read = NONE;
        if (history.isInitialRead(op)) {
            read = INITIAL;
        } else if (history.isValueRead(op)) {
            read = numbers.get(history.value(op));
        }
        int write = NONE;
        for (int later = op; later < history.endOp(txn); later++) {
            if (lastWrite[later] == later && history.key(later) == history.key(op)) {
                write = numbers.get(history.value(later));
            }
        }
        boolean isCertain = history.outcome(txn) instanceof Outcome.Committed;
        if (write != NONE || (isCertain && read != NONE)) {
            txns.add(txn);
            starts.add(history.startNanos(txn));
            ends.add(isCertain ? history.endNanos(txn) : Long.MAX_VALUE);
            reads.add(read);
            readOps.add(read == NONE ? NONE : op);
            writes.add(write);
        }
    }

    int size() {
        return txns.size();
    }

    /** Returns the end of the numbers of values. */
    int valueCount() {
        return valueCount;
    }

    int txn(int use) {
        return txns.getInt(use);
    }

    long start(int use) {
        return starts.getLong(use);
    }

    /** Returns when the transaction ended; {@link Long#MAX_VALUE} if it may never have taken effect. */
    long end(int use) {
        return ends.getLong(use);
    }

    /** Returns whether the transaction took effect for certain. */
    boolean isCertain(int use) {
        return ends.getLong(use) != Long.MAX_VALUE;
    }

    /** Returns the number of the value that was read, or {@link #NONE}. */
    int read(int use) {
        return reads.getInt(use);
    }

    /** Returns the op that read, in the history, or {@link #NONE}. */
    int readOp(int use) {
        return readOps.getInt(use);
    }

    /** Returns the number of the value that was written, or {@link #NONE}. */
    int write(int use) {
        return writes.getInt(use);
    }

    boolean isPureRead(int use) {
        return writes.getInt(use) == NONE;
    }
}

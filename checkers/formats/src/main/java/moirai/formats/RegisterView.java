package moirai.formats;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * A view of a history of lists or registers as a history of registers in which 0 is the initial state.
 *
 * <p>Steps that decide which transactions are written: 1. all that were committed or aborted; 2. each write of an
 * indeterminate transaction is indexed by key and value; 3. from the committed transactions on, each read is looked up,
 * a list element by element; each indeterminate transaction that is found is written, and its own reads are looked up
 * in turn. Invariant: {@code seen} elements of a list were looked up, so each is once, however many reads share the
 * list. Cost: O(ops + elements of lists).
 */
final class RegisterView {

    static final int INITIAL = 0;
    private static final IntArrayList NOBODY = new IntArrayList(0);

    private final History history;
    private final boolean isOfLists;
    private final BitSet written = new BitSet();
    private final Map<Write, IntArrayList> unsureWriters = new HashMap<>();
    private final IntArrayList toVisit = new IntArrayList();
    private final int[] seen;

    /** A write of a value to a key, by the key's dense id. */
    private record Write(int key, long value) {}

    RegisterView(History history) {
        this.history = history;
        this.isOfLists = history.dataModel() == DataModel.LIST_APPEND;
        this.seen = new int[history.listCount()];
        for (int txn = 0; txn < history.txnCount(); txn++) {
            switch (history.outcome(txn)) {
                case Outcome.Committed committed -> {
                    written.set(txn);
                    toVisit.add(txn);
                }
                case Outcome.Aborted aborted -> written.set(txn);
                case Outcome.Indeterminate indeterminate -> addWriter(txn);
            }
        }
        if (!unsureWriters.isEmpty()) {
            visit();
        }
    }

    /** Returns whether the transaction belongs to this view. */
    boolean isWritten(int txn) {
        return written.get(txn);
    }

    boolean isWrite(int op) {
        return history.isWrite(op) || history.isAppend(op);
    }

    /** Returns the value of a write or an answered read as that of a register. */
    long value(int op) {
        if (history.isAppend(op)) {
            return history.element(op);
        }
        if (isOfLists) {
            int length = history.length(op);
            return length == 0 ? INITIAL : history.listElement(history.list(op), length - 1);
        }
        return history.isInitialRead(op) ? INITIAL : history.value(op);
    }

    private void addWriter(int txn) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (isWrite(op)) {
                unsureWriters
                        .computeIfAbsent(new Write(history.key(op), value(op)), first -> new IntArrayList())
                        .add(txn);
            }
        }
    }

    private void visit() {
        while (!toVisit.isEmpty()) {
            int txn = toVisit.popInt();
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAnswered(op) && !history.isInitialRead(op)) {
                    lookUp(op);
                }
            }
        }
    }

    private void lookUp(int op) {
        int key = history.key(op);
        if (!isOfLists) {
            tookEffect(new Write(key, history.value(op)));
            return;
        }
        int list = history.list(op);
        for (; seen[list] < history.length(op); seen[list]++) {
            tookEffect(new Write(key, history.listElement(list, seen[list])));
        }
    }

    private void tookEffect(Write write) {
        for (int txn : unsureWriters.getOrDefault(write, NOBODY)) {
            if (!written.get(txn)) {
                written.set(txn);
                toVisit.add(txn);
            }
        }
    }

    /**
     * Requires that each 0 is the initial state or was written by a transaction of this view that was not aborted.
     *
     * @throws IllegalArgumentException with the transaction
     */
    void requireZeroIsInitial() {
        var zeroKeys = new IntOpenHashSet();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (!isOfLists && written.get(txn) && history.outcome(txn).mayHaveTakenEffect()) {
                addZeroKeys(txn, zeroKeys);
            }
        }
        for (int txn = written.nextSetBit(0); txn >= 0; txn = written.nextSetBit(txn + 1)) {
            boolean isAborted = !history.outcome(txn).mayHaveTakenEffect();
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                String refusal = refusal(op, isAborted, zeroKeys);
                if (!refusal.isEmpty()) {
                    throw new IllegalArgumentException("T" + txn + refusal.formatted(history.keyName(history.key(op))));
                }
            }
        }
    }

    private void addZeroKeys(int txn, IntOpenHashSet zeroKeys) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isWrite(op) && history.value(op) == INITIAL) {
                zeroKeys.add(history.key(op));
            }
        }
    }

    /** Returns what is wrong with the op, with a place for the key's name, or an empty text. */
    private String refusal(int op, boolean isAborted, IntOpenHashSet zeroKeys) {
        boolean isRead = history.isAnswered(op) && !isAborted;
        if ((!isRead && !isWrite(op)) || value(op) != INITIAL) {
            return "";
        }
        if (!isOfLists) {
            return isRead ? refusalOfRead(history.isInitialRead(op), zeroKeys.contains(history.key(op))) : "";
        }
        if (isRead && history.length(op) == 0) {
            return "";
        }
        return (isRead ? " reads" : " appends")
                + " 0 of key %d, which would be its initial state; expected elements other than 0";
    }

    private static String refusalOfRead(boolean isInitial, boolean isZeroWritten) {
        if (isInitial != isZeroWritten) {
            return "";
        }
        return isInitial
                ? " reads the initial state of key %d, to which 0 was written;"
                        + " expected one or the other, because 0 is the initial state"
                : " reads 0 of key %d, which nobody wrote; expected another value, because 0 is the initial state";
    }
}

package moirai.analysis.sets;

import java.util.BitSet;
import java.util.function.IntPredicate;
import moirai.history.History;

/** The facts about a part of a history of sets that say which of its transactions need not be looked at again. */
public final class SetWindow {

    private final SetInference inference;
    private final History history;

    /** Infers who added what. O(ops + elements of lists). */
    public SetWindow(History part) {
        this.inference = new SetInference(part);
        this.history = part;
    }

    /** Returns whether two transactions may have added one element, so that reads of it prove nothing. */
    public boolean isAmbiguous() {
        return inference.ambiguity().isPresent();
    }

    /** Returns the transactions that took effect. */
    public BitSet effective() {
        return inference.effectiveTxns();
    }

    /** Returns whether one of these transactions read an element of which no adder is here. O(elements read). */
    public boolean hasUnknownElements(IntPredicate isReader) {
        return inference.effectiveTxns().stream().filter(isReader).anyMatch(this::readsUnknown);
    }

    private boolean readsUnknown(int txn) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            for (int i = 0; inference.isRead(op) && i < history.length(op); i++) {
                if (adder(op, i) == SetInference.NONE) {
                    return true;
                }
            }
        }
        return false;
    }

    private int adder(int readOp, int index) {
        return inference.adder(history.key(readOp), history.listElement(history.list(readOp), index));
    }

    /** Returns whether one of the other effective transactions missed an element that one of these added. */
    public boolean isMissed(IntPredicate isAdder) {
        int[] counts = new int[history.keyCount()];
        for (int key = 0; key < counts.length; key++) {
            for (int i = 0; i < inference.addCount(key); i++) {
                int add = inference.add(key, i);
                boolean isFirst = inference.adds().standingFor(add) == add;
                counts[key] += isFirst && isAdder.test(inference.txn(add)) ? 1 : 0;
            }
        }
        return inference.effectiveTxns().stream()
                .filter(isAdder.negate())
                .anyMatch(txn -> misses(txn, isAdder, counts));
    }

    private boolean misses(int txn, IntPredicate isAdder, int[] counts) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (!inference.isRead(op)) {
                continue;
            }
            int seen = 0;
            for (int i = 0; i < history.length(op); i++) {
                int adder = adder(op, i);
                seen += adder != SetInference.NONE && isAdder.test(adder) ? 1 : 0;
            }
            if (seen < counts[history.key(op)]) {
                return true;
            }
        }
        return false;
    }

    /** Returns these transactions and all to which a path of dependencies leads from them. */
    public BitSet following(BitSet txns) {
        return SetSuspects.following(inference, txns);
    }
}

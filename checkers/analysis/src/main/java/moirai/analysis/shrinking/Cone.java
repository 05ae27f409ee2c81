package moirai.analysis.shrinking;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.BitSet;
import java.util.Collection;
import java.util.stream.IntStream;
import moirai.history.History;

/** Ever more transactions around a witness, until they show what the witness is said to prove. */
final class Cone {

    /** The number of cones; the last one is the whole history. */
    static final int COUNT = 4;

    private final History history;
    private final BitSet witness = new BitSet();
    private final BitSet keys = new BitSet();

    Cone(History history, Collection<Integer> witness) {
        this.history = history;
        for (int txn : witness) {
            this.witness.set(txn);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                keys.set(history.key(op));
            }
        }
    }

    /**
     * Returns the transactions of one cone, in ascending order: the witness; with those who wrote what it read and who
     * read most of its keys; with all that touch its keys; all. O(ops of the history + elements that the witness read).
     */
    int[] txns(int number) {
        return switch (number) {
            case 0 -> witness.stream().toArray();
            case 1 -> withSources();
            case 2 -> touching();
            default -> IntStream.range(0, history.txnCount()).toArray();
        };
    }

    private int[] touching() {
        var found = new BitSet();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (keys.get(history.key(op))) {
                    found.set(txn);
                }
            }
        }
        return found.stream().toArray();
    }

    private int[] withSources() {
        var found = (BitSet) witness.clone();
        var seen = new WrittenValues(history);
        var lists = new IntOpenHashSet();
        for (int txn = witness.nextSetBit(0); txn >= 0; txn = witness.nextSetBit(txn + 1)) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAnswered(op)) {
                    addRead(op, seen);
                }
            }
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (keys.get(history.key(op)) && isSource(op, seen, lists)) {
                    found.set(txn);
                }
            }
        }
        return found.stream().toArray();
    }

    private boolean isSource(int op, WrittenValues seen, IntOpenHashSet lists) {
        return seen.isWrite(op) ? seen.slotWritten(op) >= 0 : isLongest(op, lists);
    }

    private void addRead(int op, WrittenValues seen) {
        int key = history.key(op);
        switch (history.dataModel()) {
            case LIST_APPEND, SET -> {
                for (int i = 0; i < history.length(op); i++) {
                    seen.addGarbage(key, history.listElement(history.list(op), i));
                }
            }
            case REGISTER, COUNTER -> {
                if (!history.isInitialRead(op)) {
                    seen.addGarbage(key, history.value(op));
                }
            }
        }
    }

    /** Decides whether the op is the first that read all there is of a list. */
    private boolean isLongest(int op, IntOpenHashSet lists) {
        return switch (history.dataModel()) {
            case LIST_APPEND, SET ->
                history.isAnswered(op)
                        && history.length(op) == history.listSize(history.list(op))
                        && lists.add(history.list(op));
            case REGISTER, COUNTER -> false;
        };
    }
}

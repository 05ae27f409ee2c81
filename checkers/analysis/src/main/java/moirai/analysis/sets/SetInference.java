package moirai.analysis.sets;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import moirai.analysis.columns.Groups;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * The facts that reads of sets prove before any anomaly is looked for. Checker, axioms and explanations share them.
 *
 * <p>Which transactions took effect: the committed ones, and to a least fixed point the indeterminate ones of which one
 * that did saw an element. An element that two may have added proves neither. O(ops + elements of lists).
 */
public final class SetInference {

    /** Stands for an add, or a transaction, that does not exist. */
    public static final int NONE = -1;

    private final History history;
    private final Adds adds;
    private final BitSet effective;
    /** The adds of effective transactions by key, one for each element and transaction. */
    private final Groups addsByKey;

    /** The place of each op among {@link #addsByKey}, or {@link #NONE}. */
    private final int[] item;

    /**
     * Infers the facts.
     *
     * @throws IllegalArgumentException if the keys do not hold sets
     */
    public SetInference(History history) {
        if (history.dataModel() != DataModel.SET) {
            throw new IllegalArgumentException(
                    "the keys of this history hold " + history.dataModel().plural() + ", and not sets");
        }
        this.history = history;
        this.adds = new Adds(history);
        this.effective = effective();
        this.addsByKey =
                Groups.of(history.opCount(), history.keyCount(), op -> isEffectiveAdd(op) ? history.key(op) : NONE);
        this.item = new int[history.opCount()];
        Arrays.fill(item, NONE);
        for (int place = 0; place < addsByKey.size(); place++) {
            item[addsByKey.member(place)] = place;
        }
    }

    private BitSet effective() {
        var found = new BitSet(history.txnCount());
        var pending = new IntArrayList();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.outcome(txn) instanceof Outcome.Committed) {
                found.set(txn);
                pending.add(txn);
            }
        }
        int[] followed = new int[history.listCount()];
        for (int i = 0; i < pending.size(); i++) {
            int txn = pending.getInt(i);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (isRead(op)) {
                    follow(op, followed, found, pending);
                }
            }
        }
        return found;
    }

    /** Finds indeterminate transactions of which the read saw an element; looks at each position of each list once. */
    private void follow(int readOp, int[] followed, BitSet found, IntArrayList pending) {
        int list = history.list(readOp);
        for (int i = followed[list]; i < history.length(readOp); i++) {
            int add = adds.addOf(history.key(readOp), history.listElement(list, i));
            int writer = add == Adds.UNKNOWN || adds.isAmbiguous(add) ? NONE : adds.txn(add);
            if (writer != NONE && history.outcome(writer).isIndeterminate() && !found.get(writer)) {
                found.set(writer);
                pending.add(writer);
            }
        }
        followed[list] = Math.max(followed[list], history.length(readOp));
    }

    /** Decides whether the op is its transaction's first add of the element, and took effect. */
    private boolean isEffectiveAdd(int op) {
        if (!history.isAppend(op) || !effective.get(adds.txn(op))) {
            return false;
        }
        for (int earlier = history.firstOp(adds.txn(op)); earlier < op; earlier++) {
            if (isSameAdd(earlier, op)) {
                return false;
            }
        }
        return true;
    }

    private boolean isSameAdd(int op, int other) {
        return history.isAppend(op)
                && history.key(op) == history.key(other)
                && history.element(op) == history.element(other);
    }

    History history() {
        return history;
    }

    Adds adds() {
        return adds;
    }

    /** Returns the transactions that took effect: those that committed, and those that a read proves to have. */
    public BitSet effectiveTxns() {
        return (BitSet) effective.clone();
    }

    boolean isEffective(int txn) {
        return effective.get(txn);
    }

    /** Returns the effective transactions, ascending. */
    IntArrayList effectiveList() {
        return new IntArrayList(effective.stream().toArray());
    }

    /** Returns whether the op is an answered read. */
    boolean isRead(int op) {
        return !history.isAppend(op) && history.isAnswered(op);
    }

    /** Returns the number of adds of effective transactions to the key, one for each element and transaction. */
    public int addCount(int key) {
        return addsByKey.size(key);
    }

    /**
     * Returns an add of an effective transaction to the key, in the order of ops, one for each element and transaction.
     */
    public int add(int key, int index) {
        return addsByKey.member(addsByKey.first(key) + index);
    }

    /** Returns a dense id for the element of an add; {@link #NONE} for adds that are not among {@link #add}. */
    public int item(int addOp) {
        return item[addOp];
    }

    /** Returns the name of the element with this id, which follows the word key: {@code 1 with 7}. */
    public String itemLabel(int ofItem) {
        int add = addsByKey.member(ofItem);
        return history.keyLabel(history.key(add)) + " with " + history.valueLabel(history.element(add));
    }

    /** Returns the transaction to which the op belongs. */
    public int txn(int op) {
        return adds.txn(op);
    }

    /** Returns the effective transaction that certainly added the element, or {@link #NONE}. O(1). */
    public int adder(int key, int element) {
        int add = adds.addOf(key, element);
        boolean certain = add != Adds.UNKNOWN && !adds.isAmbiguous(add) && effective.get(adds.txn(add));
        return certain ? adds.txn(add) : NONE;
    }

    /** Returns whether an answered read contains the element. O(log elements). */
    public boolean contains(int readOp, int element) {
        int list = history.list(readOp);
        int from = 0;
        int to = history.length(readOp);
        while (from < to) {
            int middle = (from + to) >>> 1;
            int found = history.listElement(list, middle);
            if (found == element) {
                return true;
            }
            if (found < element) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return false;
    }

    /** Names an element that cannot be attributed, in a sentence; empty if all can be. */
    public Optional<String> ambiguity() {
        int add = adds.ambiguousAdd();
        return add == Adds.UNKNOWN
                ? Optional.empty()
                : Optional.of("element " + history.valueLabel(history.element(add)) + " was added to key "
                        + history.keyLabel(history.key(add))
                        + " by two transactions, so reads of it cannot be attributed");
    }
}

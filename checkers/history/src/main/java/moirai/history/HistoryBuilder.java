package moirai.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Collects transactions into a {@link History}. Single-threaded, for one history.
 *
 * <p>Transactions get ids in the order in which they are added; those of one session have to be added in the session's
 * order. Cost: amortised O(1) an op plus one comparison of a read's elements with those of its key's lists.
 *
 * <p>The first append, write or answered read decides whether the keys hold lists, registers, sets or counters. From
 * then on all methods that add an op of another kind throw an {@link IllegalArgumentException}.
 */
public final class HistoryBuilder {

    /** The part of a source behind which it shows how much is to come. */
    private static final int FORESEEN_FROM = 16;

    final RunHeader header;
    final TxnTable txns = new TxnTable();
    final OpTable ops = new OpTable();
    private final List<FaultEvent> faults = new ArrayList<>();
    boolean timed = true;
    Labels labels = Labels.NONE;
    private int firstOpOfNext;
    private boolean arranged;
    private boolean foreseen;

    public HistoryBuilder(RunHeader header) {
        this.header = header;
    }

    /** Notes that the source had no times: {@link History#isTimed} will be false, and intervals mean nothing. */
    public HistoryBuilder untimed() {
        timed = false;
        return this;
    }

    /**
     * Makes room for so many more transactions and ops, where they are known before: columns that grow on the way leave
     * as much behind as the history takes.
     */
    public HistoryBuilder reserve(int txnCount, int opCount) {
        txns.reserve(txnCount);
        ops.reserve(opCount);
        return this;
    }

    /**
     * Makes room for what is to come if that is like what was added, once a sixteenth of the source was read. Costs
     * nothing before and afterwards, so that callers may say it now and then.
     *
     * @param read how much of the source was read, of {@code size} in all
     */
    public HistoryBuilder reserveFor(long read, long size) {
        if (!foreseen && txns.size() > 0 && read < size && read >= size / FORESEEN_FROM) {
            foreseen = true;
            double left = (double) (size - read) / read * (1 + 1.0 / Long.SIZE);
            reserve(rest(txns.size(), left), rest(ops.size(), left));
        }
        return this;
    }

    private static int rest(int count, double times) {
        return (int) Math.min(Integer.MAX_VALUE / 2.0, count * times);
    }

    /**
     * Adds a whole transaction.
     *
     * @throws IllegalArgumentException if it has ops of two kinds, or of another kind than the history
     */
    public HistoryBuilder add(Txn txn) {
        for (Op op : txn.ops()) {
            switch (op) {
                case Op.Append(long key, int element) -> append(key, element);
                case Op.Read(long key, Elements answer) when !answer.isKnown() -> unansweredRead(key);
                case Op.Read(long key, Elements answer) -> read(key, answer.toArray(), answer.count());
                case Op.Write(long key, long value) -> write(key, value);
                case Op.ReadValue(long key, long value) -> readValue(key, value);
                case Op.ReadInitial(long key) -> readInitial(key);
                case Op.Scan(long key, long to, int matches) -> scan(key, to, matches);
                case Op.Add(long key, int element) -> add(key, element);
                case Op.ReadSet(long key, Elements answer) when !answer.isKnown() -> unansweredRead(key);
                case Op.ReadSet(long key, Elements answer) -> readSet(key, answer.toArray(), answer.count());
                case Op.Increment(long key, long amount) -> increment(key, amount);
                case Op.ReadCounter(long key, long value) -> readCounter(key, value);
            }
        }
        return end(txn.session(), txn.outcome(), txn.startNanos(), txn.endNanos());
    }

    /**
     * Adds all transactions of another history. It is the same as if {@link #add(Txn)} were told one after the other,
     * but for lists without scans it copies columns. O(ops + elements of lists).
     */
    public HistoryBuilder addAll(History from) {
        if (from.dataModel() != DataModel.LIST_APPEND || from.scanCount() > 0 || !ops.mayHoldLists()) {
            for (int txn = 0; txn < from.txnCount(); txn++) {
                add(from.txn(txn));
            }
            return this;
        }
        if (firstOpOfNext != ops.size()) {
            throw new IllegalStateException("a history can be added between transactions only");
        }
        ops.addAll(from);
        txns.addAll(from.txnColumns(), firstOpOfNext);
        firstOpOfNext = ops.size();
        return this;
    }

    /**
     * Adds an append to the transaction being built, which the next call of {@link #end} closes.
     *
     * @throws IllegalArgumentException if the element is reserved
     */
    public HistoryBuilder append(long keyName, int element) {
        if (element == Op.Append.RESERVED) {
            throw new IllegalArgumentException("element " + element + " is reserved; use any other int");
        }
        require(DataModel.LIST_APPEND, "appends to", keyName);
        return op(keyName, element, History.APPEND);
    }

    /** Adds a read of the first {@code length} of {@code values} to the transaction being built. */
    public HistoryBuilder read(long keyName, int[] values, int length) {
        return readOn(keyName, OpTable.NO_LIST, 0, values, length);
    }

    /**
     * Adds a read of a list, of which the first {@code shared} elements are those that an earlier read found, without
     * comparing these. The history is the same as if {@link #read} had been told all elements.
     *
     * @param earlier the {@link #lastList} of an earlier read of the same key that found at least {@code shared}
     *     elements; any number if that is 0
     * @param values has room for {@code length} elements, and the new ones from {@code shared} on; the others may be
     *     overwritten
     */
    public HistoryBuilder readOn(long keyName, int earlier, int shared, int[] values, int length) {
        Objects.checkFromToIndex(shared, length, values.length);
        require(DataModel.LIST_APPEND, "reads", keyName);
        ops.addRead(keyName, earlier, shared, values, length);
        return this;
    }

    /** Returns the place of the elements that the last op found, which was a read of a list or set with elements. */
    public int lastList() {
        return ops.lastList();
    }

    /** Returns the element at {@code index} that an earlier read of a list or set found, by its {@link #lastList}. */
    public int elementRead(int earlier, int index) {
        return ops.element(earlier, index);
    }

    /** Returns how many transactions were closed. */
    public int txnCount() {
        return txns.size();
    }

    /** Adds a write to a register to the transaction being built. */
    public HistoryBuilder write(long keyName, long value) {
        require(DataModel.REGISTER, "writes to", keyName);
        return op(keyName, value, History.WRITE);
    }

    /** Adds a read that found this value in a register to the transaction being built. */
    public HistoryBuilder readValue(long keyName, long value) {
        require(DataModel.REGISTER, "reads", keyName);
        return op(keyName, value, History.VALUE_READ);
    }

    /** Adds a read that found a register without a value to the transaction being built. */
    public HistoryBuilder readInitial(long keyName) {
        require(DataModel.REGISTER, "reads", keyName);
        return op(keyName, 0, History.INITIAL_READ);
    }

    /**
     * Adds a scan of a range of lists to the transaction being built; the reads of its matches have to follow, or an op
     * that stands in their place is refused.
     *
     * @param matches how many reads of matches follow, or {@link Op.Scan#UNANSWERED}
     * @throws IllegalArgumentException if the range ends before it begins
     */
    public HistoryBuilder scan(long from, long to, int matches) {
        var checked = new Op.Scan(from, to, matches);
        require(DataModel.LIST_APPEND, "scans from", from);
        ops.addScan(checked);
        return this;
    }

    /** Adds an addition to a set to the transaction being built. */
    public HistoryBuilder add(long keyName, int element) {
        require(DataModel.SET, "adds to", keyName);
        return op(keyName, element, History.APPEND);
    }

    /**
     * Adds a read of a set that held the first {@code length} of {@code values}, in any order, to the transaction being
     * built. O(length × log).
     */
    public HistoryBuilder readSet(long keyName, int[] values, int length) {
        Objects.checkFromIndexSize(0, length, values.length);
        require(DataModel.SET, "reads", keyName);
        int[] ascending = Arrays.copyOf(values, length);
        Arrays.sort(ascending);
        ops.addRead(keyName, OpTable.NO_LIST, 0, ascending, length);
        return this;
    }

    /** Adds an increment of a counter to the transaction being built. */
    public HistoryBuilder increment(long keyName, long amount) {
        require(DataModel.COUNTER, "increments", keyName);
        return op(keyName, amount, History.WRITE);
    }

    /** Adds a read that found a counter at this value to the transaction being built. */
    public HistoryBuilder readCounter(long keyName, long value) {
        require(DataModel.COUNTER, "reads", keyName);
        return op(keyName, value, History.VALUE_READ);
    }

    /** Adds a read that was not answered, whatever the key holds, to the transaction being built. */
    public HistoryBuilder unansweredRead(long keyName) {
        return op(keyName, 0, History.UNANSWERED);
    }

    /** Closes the transaction that consists of the ops added since the last call. */
    public HistoryBuilder end(int ofSession, Outcome how, long start, long end) {
        if (ofSession < 0) {
            throw new IllegalArgumentException("session " + ofSession + " is negative");
        }
        if (end < start) {
            throw new IllegalArgumentException("ends at " + end + " ns, before it starts at " + start + " ns");
        }
        ops.endTxn();
        txns.add(firstOpOfNext, ofSession, how, start, end);
        firstOpOfNext = ops.size();
        return this;
    }

    /**
     * Closes the transaction that consists of the ops from the end of the last one to before this op, of a history
     * without times and scans whose ops were all added before the first end.
     */
    public HistoryBuilder endBefore(int op, int ofSession, Outcome how) {
        Objects.checkFromToIndex(firstOpOfNext, op, ops.size());
        end(ofSession, how, 0, 0);
        firstOpOfNext = op;
        return this;
    }

    /** Makes an op that was added as the read of a register without a value read the value 0. */
    public HistoryBuilder showZero(int op) {
        ops.showZero(op);
        return this;
    }

    /**
     * Puts all ops into another order, before the first transaction is closed: first comes that which was added as
     * {@code order[0]}. O(ops) now and once when the history is built.
     *
     * @param order each number below the number of ops once
     */
    public HistoryBuilder arrangeOps(int[] order) {
        if (txns.size() > 0 || order.length != ops.size()) {
            throw new IllegalStateException("only all ops, and before any end, can be put into another order");
        }
        arranged = true;
        ops.arrange(0, order, order.length);
        return this;
    }

    /**
     * Closes the transaction that consists of the ops added since the last call as one that was begun and whose end was
     * not recorded: {@link Outcome.Indeterminate#UNFINISHED}, and running until the latest time in the history.
     */
    public HistoryBuilder endUnfinished(int ofSession, long start) {
        txns.unfinished();
        return end(ofSession, Outcome.Indeterminate.UNFINISHED, start, start);
    }

    /**
     * Puts the transactions that were added into another order: first comes that which was added as {@code order[0]}.
     * The history is the same as if they had been added so, but is never held twice: beside it there is room for its
     * largest column, and for its lists where reads of a key contradict each other. Nothing may be added afterwards.
     * O(ops), and O(elements read) more in that case.
     *
     * @throws IllegalArgumentException if the order does not have each transaction once
     */
    public HistoryBuilder reorder(int[] order) {
        var ordered = new BitSet();
        for (int txn : order) {
            if (txn >= 0 && txn < txns.size()) {
                ordered.set(txn);
            }
        }
        if (order.length != txns.size() || ordered.cardinality() != txns.size()) {
            throw new IllegalArgumentException("an order that does not have each of " + txns.size() + " once");
        }
        ops.reorder(order, txns.reorder(order, ops.size()));
        return this;
    }

    /**
     * Puts the transactions from {@code first} on into another order: first comes that which was added as
     * {@code first + order[0]}. The history is the same as if they had been added so, and more may be added. O(ops of
     * these transactions) now, O(ops) once when the history is built.
     *
     * @param order each number below {@code count} once
     * @param count how many transactions there are from {@code first} on
     */
    public HistoryBuilder arrange(int first, int[] order, int count) {
        Objects.checkFromIndexSize(first, count, txns.size());
        if (first + count != txns.size() || firstOpOfNext != ops.size()) {
            throw new IllegalStateException("only whole transactions up to the last can be put into another order");
        }
        if (count > 0) {
            arranged = true;
            int[] opOrder = txns.opOrder(first, order, count, ops.size());
            ops.arrange(txns.firstOp(first), opOrder, opOrder.length);
            txns.arrange(first, order, count, ops.size());
        }
        return this;
    }

    /** Sets the source's names for keys and values; may be called at any time, the last call counts. */
    public HistoryBuilder labels(Labels given) {
        labels = given;
        return this;
    }

    /** Adds an event in the life of a fault. */
    public HistoryBuilder fault(FaultEvent event) {
        faults.add(event);
        return this;
    }

    /** Returns the history, which has every transaction that was begun. The builder must not be used again. */
    public History build() {
        return build(true);
    }

    /** Returns the history; see {@link History#isComplete}. The builder must not be used again. */
    public History build(boolean complete) {
        if (firstOpOfNext != ops.size()) {
            throw new IllegalStateException("ops were added after the last end of a transaction");
        }
        txns.extendUnfinished();
        if (arranged) {
            ops.renumber();
            txns.renumberOutcomes();
        }
        return new History(this, complete);
    }

    private HistoryBuilder op(long keyName, long value, int list) {
        ops.add(keyName, value, list);
        return this;
    }

    private void require(DataModel model, String verb, long keyName) {
        if (!ops.requireModel(model)) {
            int deciding = ops.decidingOp() < firstOpOfNext ? txns.txnOf(ops.decidingOp()) : txns.size();
            throw new IllegalArgumentException("op " + (ops.size() - firstOpOfNext) + " of T" + txns.size() + " " + verb
                    + " key " + keyName + " among " + model.plural() + ", but the keys of this history hold "
                    + ops.dataModel().plural() + " since op " + (ops.decidingOp() - firstOpOf(deciding))
                    + " of T" + deciding + " on key " + ops.keyName(ops.decidingOp())
                    + "; a history holds one kind");
        }
    }

    private int firstOpOf(int txn) {
        return txn < txns.size() ? txns.firstOp(txn) : firstOpOfNext;
    }

    List<FaultEvent> faults() {
        return faults.stream()
                .sorted(Comparator.comparingLong(FaultEvent::nanos))
                .toList();
    }
}

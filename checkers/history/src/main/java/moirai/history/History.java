package moirai.history;

import java.util.ArrayList;
import java.util.List;

/**
 * The transactions that all sessions saw, as immutable columns. Transactions, ops, keys and lists have dense ids from
 * 0. The keys hold lists, registers, sets or counters, all of one kind; see {@link #dataModel}.
 *
 * <p>Transactions stand in an order that respects each session's own order. Ops of transaction {@code t} are {@code
 * firstOp(t)} to {@code endOp(t) - 1}. A read names a list and a length: reads of the same key that extend each other
 * share one list, so a read is a prefix of its list and costs twelve bytes however long it is. Two reads of one list
 * are therefore known to agree without looking at their elements. Nothing is known about reads of different lists: with
 * lists {@code [1 2]} and {@code [1 3]} a read {@code [1]} is a prefix of both and names either, and a key with many
 * lists may have equal ones. Reads are incompatible where their elements differ, not where their lists do.
 *
 * <p>Sets are held as lists in ascending order: an add is an append, and two reads of one list are known to agree.
 * Counters are held as registers: an increment is a write of its amount. {@link #op} gives such an op its own type.
 *
 * <p>A scan of a range of lists is an op of its own, on the first key of the range, followed by the reads of its
 * matches, which are ordinary reads. It is neither an append nor answered, so code that does not ask for scans sees the
 * reads alone.
 *
 * <p>Memory: 28 bytes a transaction, 12 an op on a list, 16 an op on a register, 4 an element of a list. Made by {@link
 * HistoryBuilder}.
 */
public final class History {

    /** The entry of an append in the list column. */
    static final int APPEND = -1;
    /** The entry of a read without an answer in the list column. */
    static final int UNANSWERED = -2;
    /** The entry of a write to a register in the list column. */
    static final int WRITE = -3;
    /** The entry, in the list column, of a read of a register that found a value. */
    static final int VALUE_READ = -4;
    /** The entry, in the list column, of a read of a register before its first write. */
    static final int INITIAL_READ = -5;
    /** The entry of a scan in the list column; its value is its index in the columns of scans. */
    static final int SCAN = -6;

    private final RunHeader header;
    private final TxnColumns txns;
    private final OpColumns ops;
    private final ListColumns lists;
    private final ScanColumns scans;
    private final Longs keyNames;
    private final DataModel dataModel;
    private final boolean timed;
    private final List<FaultEvent> faults;
    private final boolean complete;
    private final Labels labels;

    History(HistoryBuilder builder, boolean complete) {
        this.header = builder.header;
        this.txns = builder.txns.columns(builder.ops.size());
        this.ops = builder.ops.columns();
        this.lists = builder.ops.listColumns();
        this.scans = builder.ops.scanColumns();
        this.keyNames = builder.ops.keyNames();
        this.dataModel = builder.ops.dataModel();
        this.timed = builder.timed;
        this.faults = builder.faults();
        this.complete = complete;
        this.labels = builder.labels;
    }

    /** The columns of transactions; {@code firstOp} has one entry more, the number of ops. */
    record TxnColumns(
            Ints session, Longs startNanos, Longs endNanos, Ints outcome, Ints firstOp, List<Outcome> outcomes) {}

    /**
     * The columns of ops. {@code value} has an append's element or a read's length, and is empty if the keys are
     * registers; {@code registerValue} has what was written to or read from a register, and is empty if they are not.
     */
    record OpColumns(Ints key, Ints value, Ints list, Longs registerValue) {}

    /**
     * The columns of scans: the last key of each range, and how many reads of matches follow. While they are filled,
     * they check that these reads do follow: each of a key of the range, with elements, in ascending order of the keys.
     */
    static final class ScanColumns {

        private final Longs to = new Longs(0);
        private final Ints matches = new Ints(0);
        /**
         * The number of matches of the last scan that have not been read yet; below, the keys between which the next
         * one is.
         */
        private int missing;

        private long lowest;
        private long highest;

        int count() {
            return matches.size();
        }

        void add(Op.Scan scan) {
            to.add(scan.to());
            matches.add(scan.matches());
            missing = Math.max(0, scan.matches());
            lowest = scan.key();
            highest = scan.to();
        }

        void gather(int[] order) {
            to.gather(order);
            matches.gather(order);
        }

        /** Returns whether the next op has to be the read of a match. */
        boolean awaitsMatch() {
            return missing > 0;
        }

        /**
         * Checks the op that stands where a match is awaited.
         *
         * @param list as in the column of lists
         * @throws IllegalArgumentException if it is not the read of a match
         */
        void match(long key, long length, int list) {
            boolean fits = list >= 0 && length > 0 && key >= lowest && key <= highest;
            // The last key of all has no successor, but then no match may be missing.
            if (!fits || (missing > 1 && key == highest)) {
                refuse(list == SCAN ? "a scan from key " + key : "this op on key " + key);
            }
            missing--;
            lowest = key + 1;
        }

        /** Checks that all matches were read. */
        void end() {
            if (missing > 0) {
                refuse("the end of the transaction");
            }
        }

        private void refuse(String found) {
            String due = missing + (missing == 1 ? " match" : " matches") + " of a scan to key " + highest;
            missing = 0;
            throw new IllegalArgumentException(due + " should follow, but there is " + found
                    + "; expected reads with elements, of keys from " + lowest + " on, in ascending order");
        }

        ScanColumns trim() {
            to.trim();
            matches.trim();
            return this;
        }
    }

    record ListColumns(Ints key, Ints offset, Ints size, Ints elements) {}

    public RunHeader header() {
        return header;
    }

    /** Returns the events in the life of faults, in order of time. */
    public List<FaultEvent> faults() {
        return faults;
    }

    /**
     * Returns whether every transaction that a session began is known to be here. If not, an element may have been
     * appended by a transaction whose record was lost, so a read of an unknown element proves nothing.
     */
    public boolean isComplete() {
        return complete;
    }

    /**
     * Returns the kind of data of the keys; {@link DataModel#LIST_APPEND} if there are neither writes nor answered
     * reads.
     */
    public DataModel dataModel() {
        return dataModel;
    }

    /**
     * Returns whether the source had times. If not, all intervals are meaningless, and nothing is known about real
     * time.
     */
    public boolean isTimed() {
        return timed;
    }

    TxnColumns txnColumns() {
        return txns;
    }

    public int txnCount() {
        return txns.session.size();
    }

    public int opCount() {
        return ops.key.size();
    }

    public int keyCount() {
        return keyNames.size();
    }

    public int listCount() {
        return lists.size.size();
    }

    public int session(int txn) {
        return txns.session.at(txn);
    }

    /** Returns the start of the transaction, in nanoseconds since the run began. */
    public long startNanos(int txn) {
        return txns.startNanos.at(txn);
    }

    /** Returns the end of the transaction, in nanoseconds since the run began; the interval is closed. */
    public long endNanos(int txn) {
        return txns.endNanos.at(txn);
    }

    public Outcome outcome(int txn) {
        return txns.outcomes.get(txns.outcome.at(txn));
    }

    public int firstOp(int txn) {
        return txns.firstOp.at(txn);
    }

    public int endOp(int txn) {
        return txns.firstOp.at(txn + 1);
    }

    /** Returns whether the op appends to a list, or adds to a set. */
    public boolean isAppend(int op) {
        return ops.list.at(op) == APPEND;
    }

    /** Returns whether the op writes to a register, or increments a counter. */
    public boolean isWrite(int op) {
        return ops.list.at(op) == WRITE;
    }

    /**
     * Returns whether the op is a read of one key whose answer was seen. A scan is not; the reads of its matches are.
     */
    public boolean isAnswered(int op) {
        int list = ops.list.at(op);
        return list >= 0 || list == VALUE_READ || list == INITIAL_READ;
    }

    /** Returns whether the op is a read of a register or counter that found a value. */
    public boolean isValueRead(int op) {
        return ops.list.at(op) == VALUE_READ;
    }

    /** Returns whether the op is a read of a register before its first write. */
    public boolean isInitialRead(int op) {
        return ops.list.at(op) == INITIAL_READ;
    }

    /** Returns whether the op reads a range of lists. */
    public boolean isScan(int op) {
        return ops.list.at(op) == SCAN;
    }

    /** Returns how many scans of ranges there are, answered or not. */
    public int scanCount() {
        return scans.matches.size();
    }

    /** Returns the name of the last key in the range of a scan; the first is the scan's key. */
    public long scanTo(int op) {
        return scans.to.at(ops.value.at(op));
    }

    /** Returns how many reads of matches follow a scan, or {@link Op.Scan#UNANSWERED}. */
    public int scanMatches(int op) {
        return scans.matches.at(ops.value.at(op));
    }

    /**
     * Returns what was written to the register, found in it, added to the counter or found there; meaningless for a
     * read that found nothing.
     */
    public long value(int op) {
        return ops.registerValue.at(op);
    }

    /** Returns the dense id of the op's key. */
    public int key(int op) {
        return ops.key.at(op);
    }

    /** Returns the number by which the workload calls the key with this dense id. */
    public long keyName(int key) {
        return keyNames.at(key);
    }

    /** Returns the source's name for the key with this dense id: its {@link #keyName} unless it has another label. */
    public String keyLabel(int key) {
        return labels.key(keyName(key));
    }

    /**
     * Returns the source's name for this element of a list or value of a register: the number unless it has a label.
     */
    public String valueLabel(long value) {
        return labels.value(value);
    }

    /** Returns the source's names for keys and values that are no numbers of the columns. */
    public Labels labels() {
        return labels;
    }

    /** Returns the element that an append or add adds. */
    public int element(int op) {
        return ops.value.at(op);
    }

    /** Returns the list of which an answered read of a list is a prefix. */
    public int list(int op) {
        return ops.list.at(op);
    }

    /** Returns how many elements an answered read of a list returned. */
    public int length(int op) {
        return ops.value.at(op);
    }

    /** Returns the dense id of the key that the list belongs to. */
    public int listKey(int list) {
        return lists.key.at(list);
    }

    /** Returns the length of the longest read of the list by any transaction. */
    public int listSize(int list) {
        return lists.size.at(list);
    }

    /** Returns the element at {@code index} of the list, from 0 for the oldest. */
    public int listElement(int list, int index) {
        return lists.elements.at(lists.offset.at(list) + index);
    }

    /** Returns the elements that an answered read of a list returned. */
    public Elements elements(int op) {
        int[] values = new int[length(op)];
        for (int i = 0; i < values.length; i++) {
            values[i] = listElement(list(op), i);
        }
        return Elements.copyOf(values, values.length);
    }

    /** Returns the op as an object, with the key's name. */
    public Op op(int op) {
        long name = keyName(key(op));
        return switch (ops.list.at(op)) {
            case APPEND ->
                dataModel == DataModel.SET ? new Op.Add(name, element(op)) : new Op.Append(name, element(op));
            case UNANSWERED -> Op.Read.planned(name);
            case WRITE ->
                dataModel == DataModel.COUNTER ? new Op.Increment(name, value(op)) : new Op.Write(name, value(op));
            case VALUE_READ ->
                dataModel == DataModel.COUNTER
                        ? new Op.ReadCounter(name, value(op))
                        : new Op.ReadValue(name, value(op));
            case INITIAL_READ -> new Op.ReadInitial(name);
            case SCAN -> new Op.Scan(name, scanTo(op), scanMatches(op));
            default ->
                dataModel == DataModel.SET ? new Op.ReadSet(name, elements(op)) : new Op.Read(name, elements(op));
        };
    }

    /** Returns the transaction as an object. */
    public Txn txn(int txn) {
        var list = new ArrayList<Op>(endOp(txn) - firstOp(txn));
        for (int op = firstOp(txn); op < endOp(txn); op++) {
            list.add(op(op));
        }
        return new Txn(session(txn), list, outcome(txn), startNanos(txn), endNanos(txn));
    }

    /** Returns the numbers of transactions, operations and keys, as a debugger shows them. */
    @Override
    public String toString() {
        return "history of " + txnCount() + " transactions with " + opCount() + " operations on " + keyCount()
                + " keys";
    }
}

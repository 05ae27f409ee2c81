package moirai.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Collects transactions into a {@link History}. Single-threaded, for one history.
 *
 * <p>Transactions get ids in the order in which they are added; those of one session have to be added in the session's
 * order. Cost: amortised O(1) an op plus one comparison of a read's elements with those of its key's lists.
 *
 * <p>The first append, write or answered read decides whether the keys hold lists, registers, sets or
 * counters; ops of another kind are refused from then on.
 */
public final class HistoryBuilder {

    private final RunHeader header;
    private final Ints session = new Ints(256);
    private final Longs startNanos = new Longs(256);
    private final Longs endNanos = new Longs(256);
    private final Ints outcome = new Ints(256);
    private final Ints firstOp = new Ints(256);
    private final Ints opKey = new Ints(1024);
    /** Elements and lengths of ops on lists; {@link #registerValue} takes its place once the keys are registers. */
    private Ints opValue = new Ints(1024);

    private final Longs registerValue = new Longs(0);
    private final Ints opList = new Ints(1024);
    private final History.ScanColumns scans = new History.ScanColumns();
    private final KeyIndex keys = new KeyIndex();
    private ListPool lists = new ListPool();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final Map<Outcome, Integer> outcomeIds = new HashMap<>();
    private final List<FaultEvent> faults = new ArrayList<>();
    private final Ints unfinished = new Ints(16);
    private int firstOpOfNext;
    private boolean timed = true;
    private Labels labels = Labels.NONE;
    private boolean decided;
    private DataModel dataModel = DataModel.LIST_APPEND;
    /** The op that decided what the keys hold, and its transaction. */
    private int decidingOp;

    private int decidingTxn;

    public HistoryBuilder(RunHeader header) {
        this.header = header;
    }

    /** Notes that the source had no times: {@link History#isTimed} will be false, and intervals mean nothing. */
    public HistoryBuilder untimed() {
        timed = false;
        return this;
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
                case Op.Read(long key, Elements elements) -> read(key, elements);
                case Op.Write(long key, long value) -> write(key, value);
                case Op.ReadValue(long key, long value) -> readValue(key, value);
                case Op.ReadInitial(long key) -> readInitial(key);
                case Op.Scan(long key, long to, int matches) -> scan(key, to, matches);
                case Op.Add(long key, int element) -> add(key, element);
                case Op.ReadSet(long key, Elements elements) -> readSet(key, elements);
                case Op.Increment(long key, long amount) -> increment(key, amount);
                case Op.ReadCounter(long key, long value) -> readCounter(key, value);
            }
        }
        return end(txn.session(), txn.outcome(), txn.startNanos(), txn.endNanos());
    }

    /**
     * Adds an append to the transaction that the next call of {@link #end} closes.
     *
     * @throws IllegalArgumentException if the element is reserved, or the history holds registers
     */
    public HistoryBuilder append(long keyName, int element) {
        if (element == Op.Append.RESERVED) {
            throw new IllegalArgumentException("element " + element + " is reserved; use any other int");
        }
        require(DataModel.LIST_APPEND, "appends to", keyName);
        return addOp(keyOf(keyName), element, History.APPEND);
    }

    /**
     * Adds a read of the first {@code length} of {@code values} to the transaction being built.
     *
     * @throws IllegalArgumentException if the history holds registers
     */
    public HistoryBuilder read(long keyName, int[] values, int length) {
        Objects.checkFromIndexSize(0, length, values.length);
        require(DataModel.LIST_APPEND, "reads", keyName);
        int key = keyOf(keyName);
        return addOp(key, length, lists.listOf(key, values, length));
    }

    /**
     * Adds a write to a register to the transaction being built.
     *
     * @throws IllegalArgumentException if the history holds lists
     */
    public HistoryBuilder write(long keyName, long value) {
        require(DataModel.REGISTER, "writes to", keyName);
        return addOp(keyOf(keyName), value, History.WRITE);
    }

    /**
     * Adds a read that found this value in a register to the transaction being built.
     *
     * @throws IllegalArgumentException if the history holds lists
     */
    public HistoryBuilder readValue(long keyName, long value) {
        require(DataModel.REGISTER, "reads", keyName);
        return addOp(keyOf(keyName), value, History.VALUE_READ);
    }

    /**
     * Adds a read that found a register without a value to the transaction being built.
     *
     * @throws IllegalArgumentException if the history holds lists
     */
    public HistoryBuilder readInitial(long keyName) {
        require(DataModel.REGISTER, "reads", keyName);
        return addOp(keyOf(keyName), 0, History.INITIAL_READ);
    }

    /**
     * Adds a scan of a range of lists to the transaction being built; the reads of its matches have to follow, or an op
     * that stands in their place is refused.
     *
     * @param matches how many reads of matches follow, or {@link Op.Scan#UNANSWERED}
     * @throws IllegalArgumentException if the history holds anything but lists, or the range ends before it begins
     */
    public HistoryBuilder scan(long from, long to, int matches) {
        var checked = new Op.Scan(from, to, matches);
        require(DataModel.LIST_APPEND, "scans from", from);
        addOp(keyOf(from), scans.count(), History.SCAN);
        scans.add(checked);
        return this;
    }

    /**
     * Adds an addition to a set to the transaction being built.
     *
     * @throws IllegalArgumentException if the history holds anything but sets
     */
    public HistoryBuilder add(long keyName, int element) {
        require(DataModel.SET, "adds to", keyName);
        return addOp(keyOf(keyName), element, History.APPEND);
    }

    /**
     * Adds a read of a set that held the first {@code length} of {@code values}, in any order, to the transaction being
     * built. O(length × log).
     *
     * @throws IllegalArgumentException if the history holds anything but sets
     */
    public HistoryBuilder readSet(long keyName, int[] values, int length) {
        Objects.checkFromIndexSize(0, length, values.length);
        require(DataModel.SET, "reads", keyName);
        int[] ascending = Arrays.copyOf(values, length);
        Arrays.sort(ascending);
        int key = keyOf(keyName);
        return addOp(key, length, lists.listOf(key, ascending, length));
    }

    /**
     * Adds an increment of a counter to the transaction being built.
     *
     * @throws IllegalArgumentException if the history holds anything but counters
     */
    public HistoryBuilder increment(long keyName, long amount) {
        require(DataModel.COUNTER, "increments", keyName);
        return addOp(keyOf(keyName), amount, History.WRITE);
    }

    /**
     * Adds a read that found a counter at this value to the transaction being built.
     *
     * @throws IllegalArgumentException if the history holds anything but counters
     */
    public HistoryBuilder readCounter(long keyName, long value) {
        require(DataModel.COUNTER, "reads", keyName);
        return addOp(keyOf(keyName), value, History.VALUE_READ);
    }

    /** Adds a read that was not answered, whatever the key holds, to the transaction being built. */
    public HistoryBuilder unansweredRead(long keyName) {
        return addOp(keyOf(keyName), 0, History.UNANSWERED);
    }

    /** Closes the transaction that consists of the ops added since the last call. */
    public HistoryBuilder end(int ofSession, Outcome how, long start, long end) {
        if (ofSession < 0) {
            throw new IllegalArgumentException("session " + ofSession + " is negative");
        }
        if (end < start) {
            throw new IllegalArgumentException("ends at " + end + " ns, before it starts at " + start + " ns");
        }
        scans.end();
        firstOp.add(firstOpOfNext);
        session.add(ofSession);
        startNanos.add(start);
        endNanos.add(end);
        outcome.add(outcomeIds.computeIfAbsent(how, this::addOutcome));
        firstOpOfNext = opKey.size();
        return this;
    }

    /**
     * Closes the transaction that consists of the ops added since the last call as one that was begun and whose end was
     * not recorded: {@link Outcome.Indeterminate#UNFINISHED}, and running until the latest time in the history.
     */
    public HistoryBuilder endUnfinished(int ofSession, long start) {
        unfinished.add(session.size());
        return end(ofSession, Outcome.Indeterminate.UNFINISHED, start, start);
    }

    /** Says what the source called keys and values; may be called at any time, the last call counts. */
    public HistoryBuilder labels(Labels given) {
        labels = given;
        return this;
    }

    /** Adds an event in the life of a fault. */
    public HistoryBuilder fault(FaultEvent event) {
        faults.add(event);
        return this;
    }

    /** The history, of which every transaction that was begun is here. The builder must not be used again. */
    public History build() {
        return build(true);
    }

    /** The history; see {@link History#isComplete}. The builder must not be used again. */
    public History build(boolean complete) {
        if (firstOpOfNext != opKey.size()) {
            throw new IllegalStateException("ops were added after the last end of a transaction");
        }
        extendUnfinished();
        return new History(this, complete);
    }

    /** Nothing may seem to have started after the end of a transaction whose end nobody saw. */
    private void extendUnfinished() {
        if (unfinished.size() > 0) {
            long latest = Long.MIN_VALUE;
            for (int txn = 0; txn < endNanos.size(); txn++) {
                latest = Math.max(latest, endNanos.at(txn));
            }
            for (int i = 0; i < unfinished.size(); i++) {
                endNanos.set(unfinished.at(i), latest);
            }
        }
    }

    private HistoryBuilder read(long keyName, Elements elements) {
        if (!elements.isKnown()) {
            return unansweredRead(keyName);
        }
        int[] values = new int[elements.count()];
        elements.copyTo(values);
        return read(keyName, values, values.length);
    }

    private HistoryBuilder readSet(long keyName, Elements elements) {
        if (!elements.isKnown()) {
            return unansweredRead(keyName);
        }
        int[] values = new int[elements.count()];
        elements.copyTo(values);
        return readSet(keyName, values, values.length);
    }

    private HistoryBuilder addOp(int key, long value, int list) {
        if (scans.awaitsMatch()) {
            scans.match(keys.names().at(key), value, list);
        }
        opKey.add(key);
        if (holdsNumbers(dataModel)) {
            registerValue.add(value);
        } else {
            opValue.add((int) value);
        }
        opList.add(list);
        return this;
    }

    private void require(DataModel model, String verb, long keyName) {
        if (!decided) {
            decide(model);
        } else if (model != dataModel) {
            throw new IllegalArgumentException(place(session.size(), opKey.size()) + " " + verb + " key " + keyName
                    + " among " + model.plural() + ", but the keys of this history hold " + dataModel.plural()
                    + " since " + place(decidingTxn, decidingOp) + " on key "
                    + keys.names().at(opKey.at(decidingOp))
                    + "; a history holds one kind");
        }
    }

    private String place(int txn, int op) {
        int from = txn < firstOp.size() ? firstOp.at(txn) : firstOpOfNext;
        return "op " + (op - from) + " of T" + txn;
    }

    private void decide(DataModel model) {
        decided = true;
        dataModel = model;
        decidingOp = opKey.size();
        decidingTxn = session.size();
        if (holdsNumbers(model)) {
            registerValue.addZeros(opKey.size());
            opValue = new Ints(0);
            lists = new ListPool();
        }
    }

    private static boolean holdsNumbers(DataModel model) {
        return model == DataModel.REGISTER || model == DataModel.COUNTER;
    }

    private int keyOf(long name) {
        int known = keys.names().size();
        int key = keys.idOf(name);
        if (key == known && !holdsNumbers(dataModel)) {
            lists.addKey();
        }
        return key;
    }

    private int addOutcome(Outcome how) {
        outcomes.add(how);
        return outcomes.size() - 1;
    }

    RunHeader header() {
        return header;
    }

    Labels labels() {
        return labels;
    }

    List<FaultEvent> faults() {
        return faults.stream()
                .sorted(Comparator.comparingLong(FaultEvent::nanos))
                .toList();
    }

    History.TxnColumns txnColumns() {
        firstOp.add(opKey.size());
        return new History.TxnColumns(
                session.trim(),
                startNanos.trim(),
                endNanos.trim(),
                outcome.trim(),
                firstOp.trim(),
                List.copyOf(outcomes));
    }

    History.OpColumns opColumns() {
        return new History.OpColumns(opKey.trim(), opValue.trim(), opList.trim(), registerValue.trim());
    }

    History.ListColumns listColumns() {
        return lists.columns();
    }

    History.ScanColumns scanColumns() {
        return scans.trim();
    }

    Longs keyNames() {
        return keys.names().trim();
    }

    DataModel dataModel() {
        return dataModel;
    }

    boolean isTimed() {
        return timed;
    }
}

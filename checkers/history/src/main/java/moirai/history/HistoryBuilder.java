package moirai.history;

import java.util.ArrayList;
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
 */
public final class HistoryBuilder {

    private final RunHeader header;
    private final Ints session = new Ints(256);
    private final Longs startNanos = new Longs(256);
    private final Longs endNanos = new Longs(256);
    private final Ints outcome = new Ints(256);
    private final Ints firstOp = new Ints(256);
    private final Ints opKey = new Ints(1024);
    private final Ints opValue = new Ints(1024);
    private final Ints opList = new Ints(1024);
    private final KeyIndex keys = new KeyIndex();
    private final ListPool lists = new ListPool();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final Map<Outcome, Integer> outcomeIds = new HashMap<>();
    private final List<FaultEvent> faults = new ArrayList<>();
    private final Ints unfinished = new Ints(16);
    private int firstOpOfNext;

    public HistoryBuilder(RunHeader header) {
        this.header = header;
    }

    /** Adds a whole transaction. */
    public HistoryBuilder add(Txn txn) {
        for (Op op : txn.ops()) {
            switch (op) {
                case Op.Append(int key, int element) -> append(key, element);
                case Op.Read(int key, Elements elements) -> read(key, elements);
            }
        }
        return end(txn.session(), txn.outcome(), txn.startNanos(), txn.endNanos());
    }

    /** Adds an append to the transaction that the next call of {@link #end} closes. */
    public HistoryBuilder append(int keyName, int element) {
        if (element == Op.Append.RESERVED) {
            throw new IllegalArgumentException("element " + element + " is reserved; use any other int");
        }
        return addOp(keyOf(keyName), element, History.APPEND);
    }

    /** Adds a read of the first {@code length} of {@code values} to the transaction being built. */
    public HistoryBuilder read(int keyName, int[] values, int length) {
        Objects.checkFromIndexSize(0, length, values.length);
        int key = keyOf(keyName);
        return addOp(key, length, lists.listOf(key, values, length));
    }

    /** Adds a read that was not answered to the transaction being built. */
    public HistoryBuilder unansweredRead(int keyName) {
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

    private HistoryBuilder read(int keyName, Elements elements) {
        if (!elements.isKnown()) {
            return unansweredRead(keyName);
        }
        int[] values = new int[elements.count()];
        elements.copyTo(values);
        return read(keyName, values, values.length);
    }

    private HistoryBuilder addOp(int key, int value, int list) {
        opKey.add(key);
        opValue.add(value);
        opList.add(list);
        return this;
    }

    private int keyOf(int name) {
        int known = keys.names().size();
        int key = keys.idOf(name);
        if (key == known) {
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
        return new History.OpColumns(opKey.trim(), opValue.trim(), opList.trim());
    }

    History.ListColumns listColumns() {
        return lists.columns(keys.names());
    }
}

package moirai.analysis.shrinking;

import it.unimi.dsi.fastutil.ints.Int2ObjectRBTreeMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryBuilder;

/**
 * Some transactions of a history, of which any part can be made a history of its own. An op goes with what depends on
 * it: an element whose append is left out is in no list that was read, a read of a register is left out with the write
 * that it saw, or may have seen, where several transactions wrote the value. What is left is still true of the whole:
 * where it has a cycle of dependencies, the whole has one through the same transactions, perhaps with others between
 * them, and with the same anti-dependencies.
 *
 * <p>Counters have rules of their own, see {@link Sums}.
 *
 * <p>What can be left out are units, ops or scans with the reads of their matches, and elements that nobody appended;
 * both are numbered, units first.
 */
final class Excerpt {

    /**
     * A part of a history, as a history.
     *
     * @param txns the ids of its transactions in the whole
     */
    record Part(History history, List<Integer> txns) {}

    private final History whole;
    private final int[] txns;
    private final IntArrayList unitStart = new IntArrayList();
    private final IntArrayList unitEnd = new IntArrayList();
    /** The units of the transaction at an index are those from here to here at the next index. */
    private final int[] firstUnit;

    /** The units of transactions that were refused. */
    private final BitSet refused = new BitSet();

    private final WrittenValues values;
    /** The slots of elements that nobody appended. */
    private final IntArrayList garbage = new IntArrayList();

    private final Sums sums;

    /**
     * Transactions of a history. O(ops of the whole + elements that the transactions read).
     *
     * @param txns in ascending order, each once
     */
    Excerpt(History whole, int[] txns) {
        this.whole = whole;
        this.txns = txns.clone();
        this.firstUnit = new int[txns.length + 1];
        this.values = new WrittenValues(whole);
        for (int i = 0; i < txns.length; i++) {
            addUnits(txns[i]);
            firstUnit[i + 1] = unitStart.size();
        }
        values.addOutside();
        for (int unit = 0; unit < unitStart.size(); unit++) {
            for (int op = unitStart.getInt(unit); op < unitEnd.getInt(unit); op++) {
                findGarbage(op);
            }
        }
        this.sums = new Sums(whole, txns);
    }

    private void addUnits(int txn) {
        int op = whole.firstOp(txn);
        while (op < whole.endOp(txn)) {
            int end = op + 1 + (whole.isScan(op) ? Math.max(0, whole.scanMatches(op)) : 0);
            refused.set(unitStart.size(), !whole.outcome(txn).mayHaveTakenEffect());
            unitStart.add(op);
            unitEnd.add(end);
            for (; op < end; op++) {
                values.add(op);
            }
        }
    }

    private void findGarbage(int op) {
        if (!isListRead(op)) {
            return;
        }
        for (int i = 0; i < whole.length(op); i++) {
            int element = whole.listElement(whole.list(op), i);
            if (values.slot(whole.key(op), element) == WrittenValues.NOBODYS) {
                garbage.add(values.addGarbage(whole.key(op), element));
            }
        }
    }

    private boolean isListRead(int op) {
        return whole.isAnswered(op)
                && (whole.dataModel() == DataModel.LIST_APPEND || whole.dataModel() == DataModel.SET);
    }

    /** Returns everything. */
    BitSet all() {
        return range(0, unitStart.size() + garbage.size());
    }

    /** Returns the units of each transaction. */
    List<BitSet> byTxn() {
        return IntStream.range(0, txns.length)
                .mapToObj(i -> range(firstUnit[i], firstUnit[i + 1]))
                .toList();
    }

    /** Returns the units on each key, in the order of the keys; a scan is on the first key of its range. */
    List<BitSet> byKey() {
        var groups = new Int2ObjectRBTreeMap<BitSet>();
        for (int unit = 0; unit < unitStart.size(); unit++) {
            groups.computeIfAbsent(whole.key(unitStart.getInt(unit)), key -> new BitSet())
                    .set(unit);
        }
        return List.copyOf(groups.values());
    }

    /** Returns each unit and each element that nobody appended, by itself. */
    List<BitSet> single() {
        return all().stream().mapToObj(number -> range(number, number + 1)).toList();
    }

    private static BitSet range(int from, int to) {
        var range = new BitSet();
        range.set(from, to);
        return range;
    }

    /** Returns the number of ops of these units. */
    long size(BitSet kept) {
        return kept.stream()
                .filter(number -> number < unitStart.size())
                .mapToLong(unit -> unitEnd.getInt(unit) - unitStart.getInt(unit))
                .sum();
    }

    /** Decides whether the symptom, if what is left shows it, is one of the whole history. */
    boolean isSound(BitSet kept, Symptom symptom) {
        return whole.dataModel() != DataModel.COUNTER || sums.isSound(ops(kept), symptom);
    }

    private BitSet ops(BitSet kept) {
        var ops = new BitSet();
        for (int unit = kept.nextSetBit(0); unit >= 0 && unit < unitStart.size(); unit = kept.nextSetBit(unit + 1)) {
            ops.set(unitStart.getInt(unit), unitEnd.getInt(unit));
        }
        return ops;
    }

    /** Returns what is left as a history. O(its ops + elements read). */
    Part take(BitSet kept) {
        int[] live = new int[values.count()];
        int[] effective = new int[values.count()];
        kept.stream().forEach(number -> count(number, live, effective));
        makeSure(live, effective);
        var builder = new HistoryBuilder(whole.header()).labels(whole.labels());
        if (!whole.isTimed()) {
            builder.untimed();
        }
        whole.faults().forEach(builder::fault);
        var left = new ArrayList<Integer>();
        for (int i = 0; i < txns.length; i++) {
            int ops = 0;
            for (int unit = kept.nextSetBit(firstUnit[i]);
                    unit >= 0 && unit < firstUnit[i + 1];
                    unit = kept.nextSetBit(unit + 1)) {
                ops += emit(unit, live, builder);
            }
            if (ops > 0) {
                int txn = txns[i];
                builder.end(whole.session(txn), whole.outcome(txn), whole.startNanos(txn), whole.endNanos(txn));
                left.add(txn);
            }
        }
        return new Part(builder.build(whole.isComplete()), left);
    }

    /** Leaves registers no value of which a write is missing: with fewer writers, a read would prove more. */
    private void makeSure(int[] live, int[] effective) {
        for (int slot = 0; slot < live.length && whole.dataModel() == DataModel.REGISTER; slot++) {
            live[slot] = effective[slot] < values.effective(slot) ? 0 : live[slot];
        }
    }

    private void count(int number, int[] live, int[] effective) {
        if (number >= unitStart.size()) {
            live[garbage.getInt(number - unitStart.size())]++;
            return;
        }
        int op = unitStart.getInt(number);
        if (values.isWrite(op)) {
            live[values.slotWritten(op)]++;
            effective[values.slotWritten(op)] += refused.get(number) ? 0 : 1;
        }
    }

    /** Says how many ops came of it. */
    private int emit(int unit, int[] live, HistoryBuilder builder) {
        int first = unitStart.getInt(unit);
        if (whole.isScan(first)) {
            emitScan(first, unitEnd.getInt(unit), live, builder);
            return 1;
        }
        boolean isLost = isValueRead(first) && !isThere(whole.key(first), whole.value(first), live);
        if (!isLost) {
            emitOp(first, live, builder);
        }
        return isLost ? 0 : 1;
    }

    private boolean isValueRead(int op) {
        return whole.dataModel() == DataModel.REGISTER && whole.isAnswered(op) && !whole.isInitialRead(op);
    }

    /** Emits a scan with its matches. A list of which nothing is left does not match. */
    private void emitScan(int scan, int end, int[] live, HistoryBuilder builder) {
        int matches = 0;
        for (int op = scan + 1; op < end; op++) {
            matches += elements(op, live).isEmpty() ? 0 : 1;
        }
        int answered = whole.scanMatches(scan) < 0 ? whole.scanMatches(scan) : matches;
        builder.scan(whole.keyName(whole.key(scan)), whole.scanTo(scan), answered);
        for (int op = scan + 1; op < end; op++) {
            if (!elements(op, live).isEmpty()) {
                emitOp(op, live, builder);
            }
        }
    }

    private void emitOp(int op, int[] live, HistoryBuilder builder) {
        long key = whole.keyName(whole.key(op));
        DataModel model = whole.dataModel();
        if (whole.isAppend(op)) {
            if (model == DataModel.SET) {
                builder.add(key, whole.element(op));
            } else {
                builder.append(key, whole.element(op));
            }
        } else if (whole.isWrite(op)) {
            if (model == DataModel.COUNTER) {
                builder.increment(key, whole.value(op));
            } else {
                builder.write(key, whole.value(op));
            }
        } else if (!whole.isAnswered(op)) {
            builder.unansweredRead(key);
        } else if (isListRead(op)) {
            IntArrayList left = elements(op, live);
            if (model == DataModel.SET) {
                builder.readSet(key, left.elements(), left.size());
            } else {
                builder.read(key, left.elements(), left.size());
            }
        } else if (whole.isInitialRead(op)) {
            builder.readInitial(key);
        } else if (model == DataModel.COUNTER) {
            builder.readCounter(key, whole.value(op));
        } else {
            builder.readValue(key, whole.value(op));
        }
    }

    private IntArrayList elements(int op, int[] live) {
        var left = new IntArrayList();
        for (int i = 0; i < whole.length(op); i++) {
            int element = whole.listElement(whole.list(op), i);
            if (isThere(whole.key(op), element, live)) {
                left.add(element);
            }
        }
        return left;
    }

    private boolean isThere(int key, long value, int[] live) {
        int slot = values.slot(key, value);
        return slot == WrittenValues.NOBODYS || (slot != WrittenValues.OUTSIDE && live[slot] > 0);
    }
}

package moirai.runs.teeth;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/** A history of list appends with an index of who appended what, of which copies with other answers are made. */
final class RecordedLists {

    static final int NOBODY = -1;

    private final History history;
    private final List<Txn> txns = new ArrayList<>();
    /** The transaction that appended each element, by key. */
    private final Long2ObjectOpenHashMap<Int2IntOpenHashMap> writers = new Long2ObjectOpenHashMap<>();

    private final int[] committed;

    RecordedLists(History history) {
        this.history = history;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            txns.add(history.txn(txn));
            for (Op op : txns.getLast().ops()) {
                if (op instanceof Op.Append append) {
                    var ofKey = writers.computeIfAbsent(append.key(), key -> none());
                    ofKey.put(append.element(), txn);
                }
            }
        }
        this.committed = IntStream.range(0, txns.size())
                .filter(txn -> txns.get(txn).outcome() instanceof Outcome.Committed)
                .toArray();
    }

    private static Int2IntOpenHashMap none() {
        var map = new Int2IntOpenHashMap();
        map.defaultReturnValue(NOBODY);
        return map;
    }

    /** Returns the ids of the committed transactions. */
    int[] committed() {
        return committed.clone();
    }

    Txn txn(int id) {
        return txns.get(id);
    }

    /** Returns the transaction that appended an element, or {@link #NOBODY}. */
    int writer(long key, int element) {
        Int2IntOpenHashMap ofKey = writers.get(key);
        return ofKey == null ? NOBODY : ofKey.get(element);
    }

    /** Returns the appends of a transaction. */
    List<Op.Append> appends(int txn) {
        return txns.get(txn).ops().stream()
                .filter(Op.Append.class::isInstance)
                .map(Op.Append.class::cast)
                .toList();
    }

    /** Returns the reads of a transaction that were answered before it appended to their key. */
    List<Op.Read> readsOfOthers(int txn) {
        var reads = new ArrayList<Op.Read>();
        var own = new ArrayList<Long>();
        for (Op op : txns.get(txn).ops()) {
            if (op instanceof Op.Append append) {
                own.add(append.key());
            } else if (op instanceof Op.Read read && read.elements().isKnown() && !own.contains(read.key())) {
                reads.add(read);
            }
        }
        return reads;
    }

    /**
     * Returns a copy of the history in which reads are answered otherwise.
     *
     * @param answer returns the answer for a read of the transaction with this id, or the same read
     */
    History answered(BiFunction<Integer, Op.Read, Op.Read> answer) {
        var builder = new HistoryBuilder(history.header()).reserve(history.txnCount(), history.opCount());
        for (int id = 0; id < txns.size(); id++) {
            int txn = id;
            Txn recorded = txns.get(txn);
            List<Op> ops = recorded.ops().stream()
                    .map(op -> op instanceof Op.Read read && read.elements().isKnown() ? answer.apply(txn, read) : op)
                    .toList();
            builder.add(
                    ops.equals(recorded.ops())
                            ? recorded
                            : new Txn(
                                    recorded.session(),
                                    ops,
                                    recorded.outcome(),
                                    recorded.startNanos(),
                                    recorded.endNanos()));
        }
        return builder.build(history.isComplete());
    }

    /** Returns a copy in which nobody but its own transaction sees some of its appends. */
    History without(int txn, Set<Op.Append> lost) {
        return answered((reader, read) -> reader == txn
                ? read
                : new Op.Read(
                        read.key(),
                        Elements.of(Arrays.stream(read.elements().toArray())
                                .filter(element -> !lost.contains(new Op.Append(read.key(), element)))
                                .toArray())));
    }

    /**
     * Returns a copy in which all reads of keys by one transaction, as long as it has not appended to them, end before
     * the first element of some other transactions.
     *
     * @param keys the keys that are read otherwise
     */
    History ending(int reader, Set<Long> keys, Set<Integer> before) {
        Set<Op.Read> changed = readsOfOthers(reader).stream()
                .filter(read -> keys.contains(read.key()))
                .collect(Collectors.toSet());
        return answered((txn, read) -> txn == reader && changed.contains(read)
                ? new Op.Read(read.key(), Elements.of(beginning(read, before)))
                : read);
    }

    private int[] beginning(Op.Read read, Set<Integer> before) {
        int[] elements = read.elements().toArray();
        int length = 0;
        while (length < elements.length && !before.contains(writer(read.key(), elements[length]))) {
            length++;
        }
        return Arrays.copyOf(elements, length);
    }
}

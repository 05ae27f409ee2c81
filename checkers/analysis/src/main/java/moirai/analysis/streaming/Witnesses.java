package moirai.analysis.streaming;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.analysis.validation.Validator;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;

/**
 * The transactions that prove the anomalies of a stream, copied before they are forgotten. In the end they are a
 * history of their own. Elements that transactions outside of it appended are left out of its reads, so what is left is
 * still true of the whole.
 */
final class Witnesses {

    /** The number of transactions from which on only the first anomaly of each phenomenon is kept. */
    private static final int TXNS_MAX = 1 << 14;

    /** An element of a key. */
    private record Place(long key, int element) {}

    /** The kinds of ops that are told apart. */
    private enum Kind {
        APPEND,
        READ,
        SCAN;

        static Kind of(History history, int op) {
            if (history.isScan(op)) {
                return SCAN;
            }
            return history.isAppend(op) ? APPEND : READ;
        }
    }

    /** The place of an op in a transaction: an append by its element, others by the number of such before them. */
    private record OpPlace(TxnIdentity txn, long key, Kind kind, int which) {}

    /** An anomaly, and what the ids of its transactions, ops and keys stand for. */
    private record Kept(
            Anomaly found, Map<Integer, TxnIdentity> txns, Map<Integer, OpPlace> ops, Map<Integer, Long> keys) {}

    private final Map<TxnIdentity, Txn> txns = new TreeMap<>();
    private final Set<Place> garbage = new HashSet<>();
    private final List<Kept> kept = new ArrayList<>();

    /**
     * Keeps the transactions of an anomaly; returns whether there was room.
     *
     * @param isFirst whether it is the first to prove something, for which there is room in any case
     */
    boolean add(History window, Anomaly anomaly, boolean isFirst) {
        if (!isFirst && txns.size() + anomaly.txns().size() > TXNS_MAX) {
            return false;
        }
        var identities = new HashMap<Integer, TxnIdentity>();
        var places = new HashMap<Integer, OpPlace>();
        var keys = new HashMap<Integer, Long>();
        for (int txn : txnsOf(anomaly)) {
            var identity = TxnIdentity.of(window, txn);
            identities.put(txn, identity);
            txns.merge(identity, window.txn(txn), Witnesses::fuller);
            for (int op = window.firstOp(txn); op < window.endOp(txn); op++) {
                places.put(op, place(window, txn, op));
                keys.put(window.key(op), window.keyName(window.key(op)));
            }
        }
        if (anomaly instanceof Anomaly.Cycle && window.dataModel() == DataModel.LIST_APPEND) {
            readersOf(window, anomaly.txns())
                    .forEach(txn -> txns.merge(TxnIdentity.of(window, txn), window.txn(txn), Witnesses::fuller));
        }
        if (anomaly instanceof Anomaly.NoCommitOrder) {
            readersOfUnknown(window, anomaly.txns())
                    .forEach(txn -> txns.merge(TxnIdentity.of(window, txn), window.txn(txn), Witnesses::fuller));
        }
        if (anomaly instanceof Anomaly.GarbageRead read) {
            garbage.add(new Place(window.keyName(window.key(read.readOp())), (int) read.element()));
        }
        kept.add(new Kept(anomaly, identities, places, keys));
        return true;
    }

    /**
     * Returns the one of two copies of a transaction that shows more: what windows keep of a transaction has fewer ops
     * than it had, or reads without what they found.
     */
    private static Txn fuller(Txn known, Txn other) {
        return shown(known) >= shown(other) ? known : other;
    }

    private static long shown(Txn txn) {
        long answered = txn.ops().stream()
                .filter(op -> !(op instanceof Op.Read read) || read.elements().isKnown())
                .count();
        return txn.ops().size() + answered;
    }

    /** Returns the transactions of an anomaly, and those that show the orders of versions on which it rests. */
    private static IntSet txnsOf(Anomaly anomaly) {
        var all = new IntLinkedOpenHashSet(anomaly.txns());
        anomaly.successions().forEach(order -> all.addAll(order.txns()));
        return all;
    }

    /**
     * Returns the transactions that made the longest reads of the keys which several transactions of a cycle share:
     * they show the order of what these appended. O(ops of the window).
     */
    private static IntSet readersOf(History window, List<Integer> cycle) {
        var last = new Int2IntOpenHashMap();
        var shared = new IntOpenHashSet();
        last.defaultReturnValue(-1);
        for (int txn : cycle) {
            for (int op = window.firstOp(txn); op < window.endOp(txn); op++) {
                int before = last.put(window.key(op), txn);
                if (before >= 0 && before != txn) {
                    shared.add(window.key(op));
                }
            }
        }
        var lengths = new Int2IntOpenHashMap();
        var readers = new Int2IntOpenHashMap();
        for (int txn = 0; txn < window.txnCount(); txn++) {
            boolean isCommitted = window.outcome(txn) instanceof Outcome.Committed;
            for (int op = window.firstOp(txn); isCommitted && op < window.endOp(txn); op++) {
                boolean isRead = !window.isAppend(op) && window.isAnswered(op) && shared.contains(window.key(op));
                if (isRead && window.length(op) > lengths.get(window.key(op))) {
                    lengths.put(window.key(op), window.length(op));
                    readers.put(window.key(op), txn);
                }
            }
        }
        return new IntOpenHashSet(readers.values());
    }

    /**
     * Returns transactions that read what transactions of unknown outcome wrote: without them nothing shows that these
     * took effect. O(ops of the window).
     */
    private static IntSet readersOfUnknown(History window, List<Integer> txns) {
        var written = new HashSet<Op>();
        for (int txn : txns) {
            if (window.outcome(txn).isIndeterminate()) {
                window.txn(txn).ops().forEach(op -> written.addAll(readsOf(op)));
            }
        }
        var readers = new IntOpenHashSet();
        for (int txn = 0; txn < window.txnCount() && !written.isEmpty(); txn++) {
            if (window.outcome(txn) instanceof Outcome.Committed) {
                for (Op op : window.txn(txn).ops()) {
                    if (singleReads(op).anyMatch(written::remove)) {
                        readers.add(txn);
                    }
                }
            }
        }
        return readers;
    }

    /** Returns the reads that would show a write. */
    private static List<Op> readsOf(Op write) {
        return switch (write) {
            case Op.Write(long key, long value) -> List.of(new Op.ReadValue(key, value));
            case Op.Add(long key, int element) -> List.of(new Op.ReadSet(key, Elements.of(element)));
            default -> List.of();
        };
    }

    /** Returns a read as one of a single value or element, for each that it shows. */
    private static Stream<Op> singleReads(Op op) {
        return switch (op) {
            case Op.ReadValue read -> Stream.of(read);
            case Op.ReadSet(long key, Elements elements) ->
                IntStream.of(elements.toArray()).mapToObj(element -> new Op.ReadSet(key, Elements.of(element)));
            default -> Stream.of();
        };
    }

    private static OpPlace place(History history, int txn, int op) {
        long key = history.keyName(history.key(op));
        Kind kind = Kind.of(history, op);
        int which = kind == Kind.APPEND ? history.element(op) : 0;
        for (int earlier = history.firstOp(txn); earlier < op && kind != Kind.APPEND; earlier++) {
            which += Kind.of(history, earlier) == kind && history.key(earlier) == history.key(op) ? 1 : 0;
        }
        return new OpPlace(TxnIdentity.of(history, txn), key, kind, which);
    }

    /** A history of witnesses, and the anomalies whose transactions and ops are those of this history. */
    record Evidence(History history, List<Anomaly> anomalies) {

        Evidence {
            anomalies = List.copyOf(anomalies);
        }
    }

    /**
     * Returns the witnesses as a history. O(ops × log).
     *
     * @param beside transactions that are witnesses of something else
     */
    Evidence evidence(RunHeader header, List<Txn> beside, List<FaultEvent> faults) {
        Map<TxnIdentity, Txn> all = new TreeMap<>(txns);
        for (Txn txn : beside) {
            all.merge(new TxnIdentity(txn.startNanos(), txn.endNanos(), txn.session()), txn, Witnesses::fuller);
        }
        var written = new HashSet<Place>(garbage);
        for (Txn txn : all.values()) {
            for (Op op : txn.ops()) {
                if (op instanceof Op.Append(long key, int element)) {
                    written.add(new Place(key, element));
                }
            }
        }
        var builder = new HistoryBuilder(header);
        var idOf = new HashMap<TxnIdentity, Integer>();
        faults.forEach(builder::fault);
        all.forEach((identity, txn) -> {
            idOf.put(identity, builder.txnCount());
            builder.add(within(txn, written));
        });
        // What reads show of lists is reduced to what is here; what they show of anything else is not.
        boolean isWhole = all.values().stream().allMatch(Witnesses::isOnLists);
        History history = builder.build(isWhole);
        var opOf = new HashMap<OpPlace, Integer>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                opOf.putIfAbsent(place(history, txn, op), op);
            }
        }
        List<Anomaly> anomalies = kept.stream()
                .map(one -> renumbered(one, history, idOf, opOf))
                .flatMap(Optional::stream)
                .toList();
        return new Evidence(history, anomalies);
    }

    private static Txn within(Txn txn, Set<Place> written) {
        var ops = new ArrayList<Op>();
        int scanAt = -1;
        int matches = 0;
        for (Op op : txn.ops()) {
            boolean isMatch = matches > 0;
            matches -= isMatch ? 1 : 0;
            switch (op) {
                case Op.Read(long key, Elements answer)
                when answer.isKnown() -> {
                    var left = new IntArrayList();
                    for (int element : answer.toArray()) {
                        if (written.contains(new Place(key, element))) {
                            left.add(element);
                        }
                    }
                    if (isMatch && left.isEmpty()) {
                        // A list of which nothing is left does not match.
                        var scan = (Op.Scan) ops.get(scanAt);
                        ops.set(scanAt, new Op.Scan(scan.key(), scan.to(), scan.matches() - 1));
                    } else {
                        ops.add(new Op.Read(key, Elements.copyOf(left.elements(), left.size())));
                    }
                }
                case Op.Scan scan -> {
                    scanAt = ops.size();
                    matches = Math.max(0, scan.matches());
                    ops.add(scan);
                }
                default -> ops.add(op);
            }
        }
        return new Txn(txn.session(), ops, txn.outcome(), txn.startNanos(), txn.endNanos());
    }

    private static boolean isOnLists(Txn txn) {
        return txn.ops().stream().noneMatch(op -> op instanceof Op.OffList);
    }

    private static Optional<Anomaly> renumbered(
            Kept one, History history, Map<TxnIdentity, Integer> idOf, Map<OpPlace, Integer> opOf) {
        if (one.found() instanceof Anomaly.NoCommitOrder found) {
            List<Integer> ids = one.txns().values().stream()
                    .map(identity -> idOf.getOrDefault(identity, -1))
                    .sorted()
                    .toList();
            return refuted(found, history, ids);
        }
        var keyOf = new HashMap<Long, Integer>();
        for (int key = 0; key < history.keyCount(); key++) {
            keyOf.put(history.keyName(key), key);
        }
        var numbers = new Renumbering(
                txn -> idOf.getOrDefault(one.txns().get(txn), -1),
                op -> opOf.getOrDefault(one.ops().get(op), -1),
                key -> keyOf.getOrDefault(one.keys().get(key), -1));
        return numbers.of(one.found());
    }

    /** Refutes the level again, by the same transactions as part of the evidence. */
    private static Optional<Anomaly> refuted(Anomaly.NoCommitOrder found, History history, List<Integer> ids) {
        KeyValueHistory reads = KeyValueReads.of(history).history();
        List<Integer> suspects =
                ids.stream().map(reads::indexOf).filter(txn -> txn >= 0).toList();
        if (suspects.size() < ids.size()) {
            return Optional.empty();
        }
        var validator = new Validator(found.refutation().level(), StepBudget.DEFAULT);
        var chosen = new BitSet();
        suspects.forEach(chosen::set);
        // What a window showed besides, and is not here, may have been part of it.
        if (!(validator.decide(reads.restrictedTo(chosen)) instanceof Decision.Impossible)) {
            return Optional.empty();
        }
        return Optional.of(new Anomaly.NoCommitOrder(found.phenomenon(), validator.refute(reads, suspects)));
    }
}

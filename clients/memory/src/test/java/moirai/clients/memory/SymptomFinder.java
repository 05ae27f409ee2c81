package moirai.clients.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/**
 * Finds what is wrong with a history, straight from the definitions and knowing nothing of the database.
 *
 * <p>Version orders are the longest committed reads. An append that is not its transaction's last to the key makes an
 * intermediate version, which has no edges.
 */
final class SymptomFinder {

    /**
     * The writer of a key's element, whether it is that writer's last to the key, and those it appended to it before.
     */
    private record Append(int txn, boolean isFinal, List<Integer> before) {

        Append {
            before = List.copyOf(before);
        }
    }

    private record KeyElement(long key, int element) {}

    private record KeyLength(long key, int length) {}

    private final List<Txn> txns;
    private final Map<KeyElement, Append> appends = new HashMap<>();
    private final Map<Long, List<Integer>> orders = new TreeMap<>();
    private final Set<Symptom> symptoms = EnumSet.noneOf(Symptom.class);

    private SymptomFinder(List<Txn> txns) {
        this.txns = txns;
    }

    static Set<Symptom> find(List<Txn> txns) {
        var finder = new SymptomFinder(txns);
        finder.indexAppends();
        finder.indexOrders();
        finder.checkReads();
        finder.checkLostUpdates();
        finder.checkCycles();
        return finder.symptoms;
    }

    private void note(Symptom symptom, boolean present) {
        if (present) {
            symptoms.add(symptom);
        }
    }

    private void indexAppends() {
        for (int id = 0; id < txns.size(); id++) {
            var ofKeys = new HashMap<Long, List<Integer>>();
            for (Op op : txns.get(id).ops()) {
                if (op instanceof Op.Append(long key, int element)) {
                    ofKeys.computeIfAbsent(key, unused -> new ArrayList<>()).add(element);
                }
            }
            int writer = id;
            ofKeys.forEach((key, elements) -> {
                for (int i = 0; i < elements.size(); i++) {
                    boolean isFinal = i == elements.size() - 1;
                    appends.put(
                            new KeyElement(key, elements.get(i)), new Append(writer, isFinal, elements.subList(0, i)));
                }
            });
        }
    }

    private static List<Integer> list(Elements elements) {
        var list = new ArrayList<Integer>();
        for (int i = 0; i < elements.count(); i++) {
            list.add(elements.at(i));
        }
        return list;
    }

    private List<Integer> committed() {
        var ids = new ArrayList<Integer>();
        for (int id = 0; id < txns.size(); id++) {
            if (txns.get(id).outcome() instanceof Outcome.Committed) {
                ids.add(id);
            }
        }
        return ids;
    }

    private void indexOrders() {
        for (int id : committed()) {
            for (Op op : txns.get(id).ops()) {
                if (op instanceof Op.Read(long key, Elements elements)) {
                    orders.merge(key, list(elements), (old, read) -> read.size() > old.size() ? read : old);
                }
            }
        }
    }

    private void checkReads() {
        for (int id : committed()) {
            var known = new HashMap<Long, List<Integer>>();
            var own = new HashMap<Long, List<Integer>>();
            for (Op op : txns.get(id).ops()) {
                switch (op) {
                    case Op.Append(long key, int element) -> {
                        own.computeIfAbsent(key, unused -> new ArrayList<>()).add(element);
                        known.computeIfPresent(key, (unused, list) -> with(list, element));
                    }
                    case Op.Read(long key, Elements elements) -> {
                        List<Integer> read = list(elements);
                        checkRead(id, key, read);
                        List<Integer> expected =
                                known.containsKey(key) ? known.get(key) : with(read, own.getOrDefault(key, List.of()));
                        note(Symptom.INTERNAL, !read.equals(expected));
                        known.put(key, read);
                    }
                    case Op.Scan scan -> throw new IllegalArgumentException(scan + " is not on one list");
                    case Op.OffList other -> throw new IllegalArgumentException(other + " is not on a list");
                }
            }
        }
    }

    private static List<Integer> with(List<Integer> list, int element) {
        var longer = new ArrayList<>(list);
        longer.add(element);
        return longer;
    }

    /** Returns the list if it ends with {@code ending}; else something that differs from it. */
    private static List<Integer> with(List<Integer> list, List<Integer> ending) {
        int from = list.size() - ending.size();
        return from >= 0 && list.subList(from, list.size()).equals(ending) ? list : with(list, 0);
    }

    private void checkRead(int reader, long key, List<Integer> read) {
        List<Integer> order = orders.getOrDefault(key, List.of());
        note(Symptom.INCOMPATIBLE_ORDER, !order.subList(0, read.size()).equals(read));
        note(Symptom.DUPLICATE_ELEMENTS, new HashSet<>(read).size() < read.size());
        for (int element : read) {
            var append = appends.get(new KeyElement(key, element));
            note(Symptom.GARBAGE_READ, append == null);
            note(
                    Symptom.REORDERED_APPENDS,
                    append != null && !read.subList(0, read.indexOf(element)).containsAll(append.before()));
            note(
                    Symptom.ABORTED_READ,
                    append != null && !txns.get(append.txn()).outcome().mayHaveTakenEffect());
        }
        if (!read.isEmpty()) {
            var last = appends.get(new KeyElement(key, read.getLast()));
            note(Symptom.INTERMEDIATE_READ, last != null && !last.isFinal() && last.txn() != reader);
        }
    }

    /** Returns the answers of reads that come before any own append to their key. */
    private Map<Long, List<Integer>> externalReads(int id) {
        var reads = new TreeMap<Long, List<Integer>>();
        var touched = new HashSet<Long>();
        for (Op op : txns.get(id).ops()) {
            if (touched.add(op.key()) && op instanceof Op.Read(long key, Elements elements)) {
                reads.put(key, list(elements));
            }
        }
        return reads;
    }

    private void checkLostUpdates() {
        var updated = new HashSet<KeyLength>();
        for (int id : committed()) {
            externalReads(id).forEach((key, read) -> {
                boolean appended = txns.get(id).ops().stream().anyMatch(op -> isAppend(op, key));
                note(Symptom.LOST_UPDATE, appended && !updated.add(new KeyLength(key, read.size())));
            });
        }
    }

    private static boolean isAppend(Op op, long key) {
        return op instanceof Op.Append && op.key() == key;
    }

    private void checkCycles() {
        var writes = new EdgeList(txns.size());
        addWriteEdges(writes);
        var flow = new EdgeList(txns.size());
        addWriteEdges(flow);
        addReadEdges(flow);
        var data = new EdgeList(txns.size());
        addWriteEdges(data);
        addReadEdges(data);
        addAntiEdges(data);
        // Behind the transactions stand as many points in time.
        var realtime = new EdgeList(2 * txns.size());
        addWriteEdges(realtime);
        addReadEdges(realtime);
        addAntiEdges(realtime);
        addRealtimeEdges(realtime);
        note(Symptom.G0, writes.hasCycle());
        note(Symptom.G1C, flow.hasCycle() && !writes.hasCycle());
        if (data.hasCycle()) {
            note(Symptom.G2, !flow.hasCycle());
            note(Symptom.G_SINGLE, data.hasSingle());
            note(Symptom.G_NONADJACENT, data.hasNonadjacent());
        }
        if (realtime.hasCycle()) {
            note(Symptom.REALTIME_CYCLE, true);
            note(Symptom.G_SINGLE_REALTIME, realtime.hasSingle());
            note(Symptom.G_NONADJACENT_REALTIME, realtime.hasNonadjacent());
        }
    }

    /** Returns the writers of the elements of a key's final versions, in version order. */
    private List<Integer> writers(long key) {
        var writers = new ArrayList<Integer>();
        for (int element : orders.getOrDefault(key, List.of())) {
            var append = appends.get(new KeyElement(key, element));
            if (append != null
                    && append.isFinal()
                    && txns.get(append.txn()).outcome().mayHaveTakenEffect()) {
                writers.add(append.txn());
            }
        }
        return writers;
    }

    private void addWriteEdges(EdgeList edges) {
        for (long key : orders.keySet()) {
            List<Integer> writers = writers(key);
            for (int i = 1; i < writers.size(); i++) {
                edges.addPlain(writers.get(i - 1), writers.get(i));
            }
        }
    }

    private void addReadEdges(EdgeList edges) {
        for (int id : committed()) {
            externalReads(id).forEach((key, read) -> {
                if (!read.isEmpty()) {
                    var append = appends.get(new KeyElement(key, read.getLast()));
                    if (append != null
                            && append.isFinal()
                            && txns.get(append.txn()).outcome().mayHaveTakenEffect()) {
                        edges.addPlain(append.txn(), id);
                    }
                }
            });
        }
    }

    private void addAntiEdges(EdgeList edges) {
        for (int id : committed()) {
            externalReads(id).forEach((key, read) -> {
                List<Integer> writers = writers(key);
                if (read.isEmpty() && !writers.isEmpty()) {
                    edges.addAnti(id, writers.getFirst());
                } else if (!read.isEmpty()) {
                    var append = appends.get(new KeyElement(key, read.getLast()));
                    // The last one: a list with duplicates names its writer twice.
                    int at = append == null || !append.isFinal() ? -1 : writers.lastIndexOf(append.txn());
                    if (at >= 0 && at + 1 < writers.size()) {
                        edges.addAnti(id, writers.get(at + 1));
                    }
                }
            });
        }
    }

    /**
     * Adds edges by way of points in time: each end leads to the next end, and the last end before a begin leads to the
     * transaction that begins.
     */
    private void addRealtimeEdges(EdgeList edges) {
        int count = txns.size();
        List<Integer> ends = committed().stream()
                .sorted(Comparator.comparingLong(id -> txns.get(id).endNanos()))
                .toList();
        var points = new TreeMap<Long, Integer>();
        for (int i = 0; i < ends.size(); i++) {
            edges.addPlain(ends.get(i), count + i);
            points.put(txns.get(ends.get(i)).endNanos(), count + i);
            if (i > 0) {
                edges.addPlain(count + i - 1, count + i);
            }
        }
        for (int id = 0; id < count; id++) {
            var last = points.lowerEntry(txns.get(id).startNanos());
            if (last != null) {
                edges.addPlain(last.getValue(), id);
            }
        }
    }
}

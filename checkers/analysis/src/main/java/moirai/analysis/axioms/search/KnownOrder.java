package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.function.IntUnaryOperator;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.orders.RealtimeSweep;
import moirai.analysis.axioms.search.graph.OrderGraph;

/**
 * The graph of what every commit order has to extend, known without derivation.
 *
 * <p>Quadratic relations go through vertices that stand for nothing else: real time through barriers (as in {@link
 * moirai.analysis.graph.RealtimeOrder}), and "who reads the initial state of a key comes before its writers" through
 * one or two vertices a key. O(history) time and edges.
 */
final class KnownOrder {

    private final Problem problem;
    private final KeyValueHistory history;
    private final Points points;
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList to = new IntArrayList();
    private int vertexCount;

    private KnownOrder(Problem problem) {
        this.problem = problem;
        this.history = problem.history();
        this.points = problem.points();
        this.vertexCount = points.count();
    }

    static OrderGraph graph(Problem problem) {
        var known = new KnownOrder(problem);
        known.addTxns();
        known.addRealtime(known.points::commit, known.points::snapshot);
        if (known.points.areLayered()) {
            known.addRealtime(known.points::unseen, known.points::unseen);
        }
        for (int key = 0; key < problem.history().keyCount(); key++) {
            known.addVersions(key);
            if (known.points.areLayered()) {
                known.addUnseenWriters(key);
            } else if (!known.points.isRelational()) {
                known.addInitialReads(key);
            }
        }
        var graph = new OrderGraph(known.vertexCount);
        for (int i = 0; i < known.from.size(); i++) {
            graph.add(known.from.getInt(i), known.to.getInt(i));
        }
        return graph;
    }

    private void add(int source, int target) {
        from.add(source);
        to.add(target);
    }

    /** Adds that the commit of one transaction precedes a point of another one. */
    private void addOrder(int txn, int target) {
        add(points.commit(txn), target);
        if (points.areLayered()) {
            add(points.unseen(txn), points.unseen(points.txn(target)));
        }
    }

    private void addTxns() {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (points.snapshot(txn) != points.unseen(txn)) {
                add(points.snapshot(txn), points.unseen(txn));
            }
            if (problem.predecessor(txn) != Problem.NONE) {
                addOrder(problem.predecessor(txn), points.snapshot(txn));
            }
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                if (history.readSource(read) != KeyValueHistory.INITIAL) {
                    addOrder(history.readSource(read), points.snapshot(txn));
                }
            }
        }
    }

    private void addRealtime(IntUnaryOperator endPoint, IntUnaryOperator startPoint) {
        RealtimeSweep realtime = problem.realtime();
        int barrier = -1;
        int ended = 0;
        for (int i = 0; i < realtime.size(); i++) {
            int txn = realtime.byStart(i);
            if (realtime.endedBefore(txn) > ended) {
                int next = vertexCount++;
                if (barrier >= 0) {
                    add(barrier, next);
                }
                barrier = next;
                while (ended < realtime.endedBefore(txn)) {
                    add(endPoint.applyAsInt(realtime.byEnd(ended++)), barrier);
                }
            }
            if (barrier >= 0) {
                add(barrier, startPoint.applyAsInt(txn));
            }
        }
    }

    private void addVersions(int key) {
        int count = history.versionCount(key);
        if (count == 0) {
            return;
        }
        var known = new IntOpenHashSet();
        for (int place = 0; place < count; place++) {
            int writer = history.version(key, place);
            known.add(writer);
            if (place > 0 && history.version(key, place - 1) != writer) {
                addOrder(history.version(key, place - 1), points.afterWriter(writer));
            }
        }
        Accesses accesses = problem.accesses();
        for (int i = accesses.firstWriteOf(key); i < accesses.endWriteOf(key); i++) {
            int writer = accesses.writer(accesses.writeAt(i));
            if (!known.contains(writer)) {
                addOrder(history.version(key, count - 1), points.afterWriter(writer));
            }
        }
    }

    /** Adds that readers of the initial state of the key do not see its writers. */
    private void addUnseenWriters(int key) {
        Accesses accesses = problem.accesses();
        if (accesses.firstInitialRead(key) == accesses.endInitialRead(key)
                || accesses.firstWriteOf(key) == accesses.endWriteOf(key)) {
            return;
        }
        int readersDone = vertexCount++;
        for (int i = accesses.firstInitialRead(key); i < accesses.endInitialRead(key); i++) {
            add(points.snapshot(accesses.reader(accesses.initialReadAt(i))), readersDone);
        }
        for (int i = accesses.firstWriteOf(key); i < accesses.endWriteOf(key); i++) {
            add(readersDone, points.unseen(accesses.writer(accesses.writeAt(i))));
        }
    }

    /**
     * Adds that readers of the initial state of the key precede its writers; a transaction that does both must not be
     * led to itself.
     */
    private void addInitialReads(int key) {
        Accesses accesses = problem.accesses();
        int first = accesses.firstInitialRead(key);
        int end = accesses.endInitialRead(key);
        if (first == end || accesses.firstWriteOf(key) == accesses.endWriteOf(key)) {
            return;
        }
        int readersDone = vertexCount++;
        int updater = -1;
        for (int i = first; i < end; i++) {
            int reader = accesses.reader(accesses.initialReadAt(i));
            if (points.areSplit() || !history.writes(reader, key)) {
                add(points.snapshot(reader), readersDone);
            } else if (updater >= 0 && updater != reader) {
                add(updater, reader);
                add(reader, updater);
            } else {
                updater = reader;
            }
        }
        int writersBegin = readersDone;
        if (updater >= 0) {
            writersBegin = vertexCount++;
            add(readersDone, updater);
            add(updater, writersBegin);
        }
        for (int i = accesses.firstWriteOf(key); i < accesses.endWriteOf(key); i++) {
            int writer = accesses.writer(accesses.writeAt(i));
            if (writer != updater) {
                add(writersBegin, points.commit(writer));
            }
        }
    }
}

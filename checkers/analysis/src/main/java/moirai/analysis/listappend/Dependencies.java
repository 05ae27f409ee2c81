package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.EnumSet;
import java.util.Set;
import moirai.analysis.Dependency;
import moirai.analysis.cycles.ConflictOrder;
import moirai.analysis.cycles.Shape;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.Digraph;
import moirai.analysis.graph.ProcessOrder;
import moirai.analysis.graph.RealtimeOrder;
import moirai.analysis.graph.StronglyConnected;
import moirai.history.History;

/**
 * The inferred direct serialization graph: which effective transactions must come before which, and why. Needed only
 * where no {@link SerialOrder} exists, and then only between the transactions that it could not order.
 *
 * <p>Source: Kingsbury, Alvaro, "Elle" (2020), section 4.3.2, with these choices.
 *
 * <ul>
 *   <li>ww: any two adjacent appends in a key's order, not only last ones. If T2 appends between two appends of T1,
 *       each overwrote what the other had not finished, which is a dirty write (Berenson et al. 1995, P0) and appears
 *       as G0. Where no appends interleave, the edges are those of the paper.
 *   <li>wr, rw: from the version that a read returned. If its last element is not its writer's last append to the key,
 *       the version was never installed: that is G1b, and no edge follows from it. If its writer aborted, it is G1a,
 *       and no wr follows.
 *   <li>rw-predicate: from a scan to the first append to each key of its range that it did not find; see
 *       {@link Scans}. A match is an item that was read, and gives wr and rw as any other.
 *   <li>Unread appends, of several transactions: they come after the trace in an order that nobody knows. So whoever
 *       read all of the trace, or missed the list in a scan, precedes each of them: the first one by rw, all others by
 *       rw and ww. An edge of kind rw stands for both paths. That claims no more than either, for what it takes from
 *       the second are ww steps: there is as much rw in the cycle, and what seems adjacent to it may not be, which
 *       more levels forbid. ww edges lead to each of them from the end of the trace. Whoever read less precedes
 *       somebody in the trace, and through ww all of them. What is left out is the order among the unread ones:
 *       no cycle in this graph means that one order of transactions explains all, since then those may follow each
 *       other as they do in it; where there are cycles, {@link ConflictOrder} looks for an order that adds none.
 *   <li>Elements whose append is not recorded, in a history that is not complete, are passed over; see
 *       {@link VersionOrders}.
 *   <li>process: see {@link ProcessOrder}. realtime: see {@link RealtimeOrder}.
 * </ul>
 *
 * <p>O(ops) edges and time, plus for each scan the keys of its range, and for each read of a whole trace the unread
 * appends to its key: together at most {@link #UNREAD_MAX} more than ops; {@link #isUnreadCutShort} tells.
 */
final class Dependencies {

    /** The greatest number of anti-dependencies on unread appends that are inferred: a few hundred megabytes. */
    private static final int UNREAD_MAX = 5_000_000;

    /** The reason that is reported if some of these anti-dependencies are missing. */
    static final String UNREAD_CUT_SHORT = "more reads missed appends that nobody read than are looked at";

    /** The reason that is reported if some ww dependencies are missing. */
    static final String END_OF_TRACE_CUT_SHORT =
            "more appends precede others that nobody read, on both sides of garbage, than are looked at";

    private final Inference inference;
    private final History history;
    private final Writes writes;
    private final CommittedReads reads;
    private final VersionOrders orders;
    private final Scans scans;
    private final DependencyGraph.Builder graph;
    private final IntArrayList txns;
    private final boolean[] takesPart;
    private final long unreadMax;
    private long unreadEdges;
    private boolean isEndOfTraceCutShort;
    private int vertexCount;

    /** @param txns the effective transactions between which dependencies are to be inferred, ascending */
    Dependencies(Inference inference, IntArrayList txns) {
        this.inference = inference;
        this.history = inference.history();
        this.writes = inference.writes();
        this.reads = inference.reads();
        this.orders = inference.orders();
        this.scans = new Scans(history, key -> orders.nextInstalled(key, 0) >= 0 || orders.hasUnplaced(key));
        this.graph = new DependencyGraph.Builder(history.txnCount());
        // Those that lead from ends of traces are fewer than ops, and none of them is missing, unless garbage was read:
        // then a trace has as many parts, and each an end.
        this.unreadMax = UNREAD_MAX + (long) history.opCount();
        this.txns = txns;
        this.takesPart = new boolean[history.txnCount()];
        for (int i = 0; i < txns.size(); i++) {
            takesPart[txns.getInt(i)] = true;
        }
    }

    /** Infers the graph of all kinds of dependency, in which these readers follow whoever they are followers of. */
    DependencyGraph infer(Candidates.Followers followers) {
        followers.forEachEdge((before, reader) -> add(before, reader, Dependency.WRITE_READ));
        return infer();
    }

    /** Infers the graph of all kinds of dependency. */
    DependencyGraph infer() {
        for (int key = 0; key < history.keyCount(); key++) {
            addWriteWrite(key);
            addEndOfTrace(key);
        }
        isEndOfTraceCutShort = isUnreadCutShort();
        for (int i = 0; i < txns.size(); i++) {
            addReads(txns.getInt(i));
        }
        addScans();
        ProcessOrder.addTo(graph, history, txns);
        vertexCount = RealtimeOrder.addTo(graph, history, txns);
        return graph.build(vertexCount);
    }

    private void addWriteWrite(int key) {
        for (int i = 0; i < orders.count(key); i++) {
            int next = orders.nextInstalled(key, i + 1);
            if (next >= 0 && isInstalled(orders.append(key, i))) {
                add(orders.append(key, i), orders.append(key, next), Dependency.WRITE_WRITE);
            }
        }
    }

    /**
     * Adds edges from the transaction whose append ends the trace, or ends its part before an element that the database
     * made up.
     */
    private void addEndOfTrace(int key) {
        for (int i = 0; i < orders.count(key) && orders.hasUnplaced(key); i++) {
            int append = orders.append(key, i);
            if (isInstalled(append) && orders.nextInstalled(key, i + 1) < 0) {
                addUnread(append, key, Dependency.WRITE_WRITE);
            }
        }
    }

    private boolean isInstalled(int append) {
        return append != Writes.UNKNOWN && reads.isEffective(writes.txn(append));
    }

    private void addUnread(int fromOp, int key, Dependency kind) {
        for (int place = orders.firstUnplaced(key); place < orders.endUnplaced(key) && !isUnreadCutShort(); place++) {
            add(fromOp, orders.unplaced(place), kind);
            unreadEdges++;
        }
    }

    /**
     * Returns whether anti-dependencies on unread appends are missing because too many transactions read the ends of
     * traces.
     */
    boolean isUnreadCutShort() {
        return unreadEdges >= unreadMax;
    }

    /** Returns whether even ww dependencies on unread appends are missing. */
    boolean isEndOfTraceCutShort() {
        return isEndOfTraceCutShort;
    }

    private void addReads(int txn) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (!history.isAppend(op) && history.isAnswered(op) && orders.isOrdered(op)) {
                addRead(op);
            }
        }
    }

    private void addRead(int readOp) {
        int key = history.key(readOp);
        int length = history.length(readOp);
        int last = orders.lastRecorded(key, length);
        if (isInstalled(last)) {
            if (inference.isIntermediate(readOp, last)) {
                return;
            }
            add(last, readOp, Dependency.WRITE_READ);
        }
        int next = orders.nextInstalled(key, length);
        if (next >= 0) {
            add(readOp, orders.append(key, next), Dependency.READ_WRITE);
        } else {
            addUnread(readOp, key, Dependency.READ_WRITE);
        }
    }

    /**
     * Adds edges from each scan to the transactions that first appended, or may have, to a key that it did not find.
     */
    private void addScans() {
        for (int i = 0; i < txns.size() && history.scanCount() > 0; i++) {
            int txn = txns.getInt(i);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                int scan = op;
                if (Scans.isAnswered(history, scan)) {
                    scans.forEachMissed(scan, key -> addMissed(scan, key));
                }
            }
        }
    }

    private void addMissed(int scan, int key) {
        int first = orders.nextInstalled(key, 0);
        if (first < 0) {
            addUnread(scan, key, Dependency.PREDICATE_READ_WRITE);
        } else {
            add(scan, orders.append(key, first), Dependency.PREDICATE_READ_WRITE);
        }
    }

    /** Returns whether dependencies on predicates are missing because scans covered too many keys. */
    boolean isCutShort() {
        return scans.isCutShort();
    }

    /**
     * Returns the transactions that made unread appends, by key, so that {@link ConflictOrder} can look for an order of
     * them. Transactions outside the graph come before those in it. O(ops).
     */
    ConflictOrder conflicts(DependencyGraph graph) {
        var writers = new IntArrayList();
        var keys = new IntArrayList();
        for (int key = 0; key < history.keyCount(); key++) {
            int previous = -1;
            for (int place = orders.firstUnplaced(key); place < orders.endUnplaced(key); place++) {
                int txn = writes.txn(orders.unplaced(place));
                if (takesPart[txn] && txn != previous) {
                    writers.add(txn);
                    keys.add(key);
                }
                previous = txn;
            }
        }
        return new ConflictOrder(graph, history, writers, keys);
    }

    /**
     * Decides whether lost updates can be avoided. The leaders read all of a key's trace before an unread append to it,
     * so their append has to be the first of the key's unread ones. If no cycle of ww and wr follows, one order of all
     * transactions keeps to both, and the unread appends may follow each other as they do in it. Adds to what {@link
     * #infer} collected.
     */
    boolean canAvoidLostUpdates(Int2IntMap leaders) {
        for (int key = 0; key < history.keyCount(); key++) {
            for (int place = orders.firstUnplaced(key); place < orders.endUnplaced(key); place++) {
                int txn = writes.txn(orders.unplaced(place));
                int leader = leaders.get(key);
                if (leader >= 0 && leader != txn && takesPart[leader] && takesPart[txn]) {
                    graph.add(leader, txn, Dependency.WRITE_WRITE);
                }
            }
        }
        return StronglyConnected.components(graph.build(vertexCount).masked(Shape.G1C.mask(Strength.PLAIN)))
                .isEmpty();
    }

    /**
     * Decides whether some order of the appends on which reads disagree would put writes into a cycle. A vertex for
     * each such key leads to all who made them and back, so that any of them may precede any other. If a component has
     * one such vertex and no other dependency, and nobody in it made two of them, all that is open is who of these is
     * first. Adds to what {@link #infer} collected, of all effective transactions.
     */
    Set<Strength> mayContestedCycle() {
        int vertex = vertexCount;
        for (int key : orders.contested()) {
            int previous = -1;
            for (int place = orders.firstUnplaced(key); place < orders.endUnplaced(key); place++) {
                int txn = writes.txn(orders.unplaced(place));
                if (txn == previous) {
                    return EnumSet.allOf(Strength.class);
                }
                graph.add(txn, vertex, Dependency.WRITE_WRITE);
                graph.add(vertex, txn, Dependency.WRITE_WRITE);
                previous = txn;
            }
            vertex++;
        }
        var all = graph.build(vertex);
        var cyclic = EnumSet.noneOf(Strength.class);
        for (Strength strength : Strength.values()) {
            Digraph digraph = all.masked(Shape.G0.mask(strength));
            if (!StronglyConnected.components(digraph).stream()
                    .allMatch(component -> isOneContest(digraph, component))) {
                cyclic.add(strength);
            }
        }
        return cyclic;
    }

    private boolean isOneContest(Digraph digraph, int[] component) {
        var members = new IntOpenHashSet(component);
        int contests = 0;
        for (int vertex : component) {
            contests += vertex >= vertexCount ? 1 : 0;
            for (int edge = digraph.firstEdge(vertex); edge < digraph.endEdge(vertex); edge++) {
                int target = digraph.target(vertex, edge);
                if (vertex < vertexCount && target >= 0 && target < vertexCount && members.contains(target)) {
                    return false;
                }
            }
        }
        return contests == 1;
    }

    private void add(int fromOp, int toOp, Dependency kind) {
        int from = writes.txn(fromOp);
        int to = writes.txn(toOp);
        if (from != to && takesPart[from] && takesPart[to]) {
            graph.add(from, to, kind);
        }
    }
}

package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import moirai.analysis.Dependency;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.ProcessOrder;
import moirai.analysis.graph.RealtimeOrder;
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
 *   <li>process: see {@link ProcessOrder}. realtime: see {@link RealtimeOrder}.
 * </ul>
 *
 * <p>O(ops) edges and time, plus for each scan the keys of its range.
 */
final class Dependencies {

    private final History history;
    private final Writes writes;
    private final CommittedReads reads;
    private final VersionOrders orders;
    private final Scans scans;
    private final DependencyGraph.Builder graph;
    private final IntArrayList txns;
    private final boolean[] takesPart;
    private long predicateEdges;

    /** @param txns the effective transactions between which dependencies are to be inferred, ascending */
    Dependencies(Inference inference, IntArrayList txns) {
        this.history = inference.history();
        this.writes = inference.writes();
        this.reads = inference.reads();
        this.orders = inference.orders();
        this.scans = new Scans(history, key -> orders.nextInstalled(key, 0) >= 0);
        this.graph = new DependencyGraph.Builder(history.txnCount());
        this.txns = txns;
        this.takesPart = new boolean[history.txnCount()];
        for (int i = 0; i < txns.size(); i++) {
            takesPart[txns.getInt(i)] = true;
        }
    }

    /** The graph of all kinds of dependency. */
    DependencyGraph infer() {
        for (int key = 0; key < history.keyCount(); key++) {
            addWriteWrite(key);
        }
        for (int i = 0; i < txns.size(); i++) {
            addReads(txns.getInt(i));
        }
        addScans();
        ProcessOrder.addTo(graph, history, txns);
        int vertexCount = RealtimeOrder.addTo(graph, history, txns);
        return graph.build(Math.max(vertexCount, history.txnCount()));
    }

    private void addWriteWrite(int key) {
        int earlier = orders.nextInstalled(key, 0);
        for (int i = 0; i < orders.count(key); i++) {
            if (orders.append(key, i) == Writes.UNKNOWN) {
                earlier = orders.nextInstalled(key, i + 1);
            } else if (i > earlier && earlier >= 0 && reads.isEffective(writes.txn(orders.append(key, i)))) {
                add(orders.append(key, earlier), orders.append(key, i), Dependency.WRITE_WRITE);
                earlier = i;
            }
        }
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
        int last = length == 0 ? Writes.UNKNOWN : orders.append(key, length - 1);
        if (last != Writes.UNKNOWN && reads.isEffective(writes.txn(last))) {
            boolean own = writes.txn(last) == writes.txn(readOp);
            if (!own && !writes.isFinal(last)) {
                return;
            }
            add(last, readOp, Dependency.WRITE_READ);
        }
        int next = orders.nextInstalled(key, length);
        if (next >= 0) {
            add(readOp, orders.append(key, next), Dependency.READ_WRITE);
        }
    }

    /** From a scan to who first appended to a key that it did not find. */
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
        int first = orders.append(key, orders.nextInstalled(key, 0));
        add(scan, first, Dependency.PREDICATE_READ_WRITE);
        predicateEdges += writes.txn(scan) == writes.txn(first) ? 0 : 1;
    }

    /** How many dependencies on predicates were inferred. */
    long predicateEdges() {
        return predicateEdges;
    }

    /** Whether scans covered so many keys that dependencies on predicates are missing. */
    boolean isCutShort() {
        return scans.isCutShort();
    }

    private void add(int fromOp, int toOp, Dependency kind) {
        int from = writes.txn(fromOp);
        int to = writes.txn(toOp);
        if (from != to && takesPart[from] && takesPart[to]) {
            graph.add(from, to, kind);
        }
    }
}

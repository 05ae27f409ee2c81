package moirai.analysis.axioms.search;

import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.orders.ChainWriters;
import moirai.analysis.axioms.orders.Chains;
import moirai.analysis.axioms.search.graph.OrderGraph;
import moirai.analysis.axioms.search.graph.TopologicalSort;

/**
 * Adds the edges that follow from what is known, until nothing follows.
 *
 * <p>Terms: T3 reads key x from T1, T2 is another writer of x, S and C are a transaction's snapshot and commit (one
 * point if the level does not split them), U is the commit too, but for parallel snapshot isolation the second vertex
 * of {@link Points}.
 *
 * <ol>
 *   <li>If C(T2) leads to S(T3), then T2 is before T1 in the order of x.
 *   <li>If C(T1) leads to C(T2), then T3 does not see T2: S(T3) before U(T2).
 *   <li>Snapshot isolation, also parallel: if S(T1) leads to U(T2), then T2 cannot be before T1, so T1 is before T2 in
 *       the order of x.
 * </ol>
 *
 * <p>These are all the orientations of a pair of writers that one side's closing a cycle enforces (Tan et al. 2020,
 * Cobra; Huang et al. 2023, PolySI), but pairs are never listed: of the writers of a key in
 * one chain only the last that leads to the reader, or to the overwriter, gives an edge, since its chain implies the
 * rest. In each round all rules are applied to what {@link Reach} knows, and again only where
 * more reaches a point than before. Cost of a round: one update of Reach, and for each read and write of a point that
 * has grown the number of chains that write its key, times a binary search.
 */
final class Saturation {

    private final KeyValueHistory history;
    private final Accesses accesses;
    private final Points points;
    private final Axiom axiom;
    private final OrderGraph graph;
    private final ChainWriters writers;
    private final Reach reach;
    private final Derivations derivations;
    private final StepMeter meter;

    Saturation(Problem problem, OrderGraph graph, Chains chains, StepMeter meter) {
        this.history = problem.history();
        this.accesses = problem.accesses();
        this.points = problem.points();
        this.axiom = problem.level().axiom();
        this.graph = graph;
        this.writers = new ChainWriters(problem.history(), chains);
        this.reach = new Reach(graph, points, chains);
        this.derivations = new Derivations(graph, points, reach::leads);
        this.meter = meter;
    }

    /** Returns the derivations of the derived edges. */
    Derivations derivations() {
        return derivations;
    }

    /** Goes on until nothing follows, there is a cycle, or the budget ends; the last sort tells which. */
    TopologicalSort run() {
        while (true) {
            TopologicalSort sort = TopologicalSort.of(graph);
            meter.spend(graph.edgeCount());
            if (!sort.isComplete() || meter.isExhausted()) {
                return sort;
            }
            reach.update(sort, meter);
            derivations.beginRound();
            for (int txn = 0; txn < history.txnCount(); txn++) {
                if (reach.hasGrown(points.snapshot(txn))) {
                    orderVisibleWriters(txn);
                }
                if (seesConflicts() && reach.hasGrown(points.unseen(txn))) {
                    orderConflictingWriters(txn);
                }
                if (reach.hasGrown(points.commit(txn))) {
                    hideFromReaders(txn);
                }
            }
            if (!derivations.addedInThisRound()) {
                return sort;
            }
        }
    }

    private boolean seesConflicts() {
        return axiom == Axiom.SNAPSHOT || axiom == Axiom.PARALLEL_SNAPSHOT;
    }

    /** Applies rule 1 to the reads of one transaction. */
    private void orderVisibleWriters(int reader) {
        int snapshot = points.snapshot(reader);
        for (int read = history.firstRead(reader); read < history.endRead(reader); read++) {
            int source = history.readSource(read);
            int key = history.readKey(read);
            for (int group = writers.firstGroup(key); group < writers.endGroup(key); group++) {
                meter.spend(2);
                int visible = lastLeading(group, snapshot, false, reader);
                if (visible < 0) {
                    continue;
                }
                if (source == KeyValueHistory.INITIAL) {
                    // Only at parallel snapshot isolation: there the known edge leads to the second vertex of the
                    // writer, and closes no cycle. This edge does.
                    derivations.add(snapshot, points.commit(visible), reason(visible, snapshot, reader));
                } else if (visible != source && !reach.leads(points.commit(visible), points.afterWriter(source))) {
                    order(visible, source, reason(visible, snapshot, reader));
                }
            }
        }
    }

    private void order(int writer, int later, Derivations.Reason reason) {
        derivations.add(points.commit(writer), points.afterWriter(later), reason);
        if (points.areLayered()) {
            derivations.add(points.unseen(writer), points.unseen(later), reason);
        }
    }

    private Derivations.Reason reason(int writer, int target, int txn) {
        return new Derivations.Reason(points.commit(writer), target, txn);
    }

    /** Returns the last writer of the group, other than one, whose commit (or snapshot) leads to the point, or -1. */
    private int lastLeading(int group, int point, boolean snapshots, int except) {
        int last = reach.last(point, writers.chain(group));
        return writers.lastUpTo(group, snapshots ? reach.snapshotAt(last) : reach.commitAt(last), except);
    }

    /**
     * Applies rule 2 to an overwriter: of the versions that lead to it, to the last of each chain. The readers of those
     * before precede that one by the same rule.
     */
    private void hideFromReaders(int overwriter) {
        int commit = points.commit(overwriter);
        for (int write = history.firstWrite(overwriter); write < history.endWrite(overwriter); write++) {
            int key = history.writeKey(write);
            for (int group = writers.firstGroup(key); group < writers.endGroup(key); group++) {
                meter.spend(2);
                int source = lastLeading(group, commit, false, overwriter);
                if (source >= 0) {
                    hide(overwriter, source, history.write(source, key));
                }
            }
        }
    }

    private void hide(int overwriter, int source, int version) {
        int unseen = points.unseen(overwriter);
        for (int i = accesses.firstReadOf(version); i < accesses.endReadOf(version); i++) {
            meter.spend(1);
            int reader = accesses.reader(accesses.readAt(i));
            if (reader != overwriter && !reach.leads(points.snapshot(reader), unseen)) {
                derivations.add(points.snapshot(reader), unseen, reason(source, points.commit(overwriter), source));
            }
        }
    }

    /** Applies rule 3 to the keys that one transaction writes. */
    private void orderConflictingWriters(int later) {
        int unseen = points.unseen(later);
        for (int write = history.firstWrite(later); write < history.endWrite(later); write++) {
            int key = history.writeKey(write);
            for (int group = writers.firstGroup(key); group < writers.endGroup(key); group++) {
                meter.spend(2);
                int earlier = lastLeading(group, unseen, true, later);
                if (earlier >= 0 && !reach.leads(points.commit(earlier), points.afterWriter(later))) {
                    order(earlier, later, new Derivations.Reason(points.snapshot(earlier), unseen, earlier));
                }
            }
        }
    }
}

package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.BitSet;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.search.graph.AcyclicOrder;
import moirai.analysis.axioms.search.graph.OrderGraph;
import moirai.analysis.axioms.search.graph.TopologicalSort;

/**
 * A guess at a commit order for a level without a base order.
 *
 * <p>Sessions mostly keep their order nevertheless, and where they don't, an order that is right elsewhere needs few
 * repairs. So sessions are followed wherever that closes no cycle, and so is what {@link Saturation} derives from them.
 * Histories of 2,000 transactions with one wrong read, listed session after
 * session, are decided by it that are not within the budget without it.
 */
final class SessionGuide {

    private SessionGuide() {}

    /** An order of the transactions; it extends what is known, which has no cycle. */
    static int[] order(Problem problem, int[] guide, StepMeter meter) {
        KeyValueHistory history = problem.history();
        var sessions = new AxiomaticLevel(problem.level().axiom(), BaseOrder.SESSION);
        Problem withSessions = Problem.of(history, sessions);
        OrderGraph graph = KnownOrder.graph(problem);
        var acyclic = new AcyclicOrder(graph, TopologicalSort.of(graph), meter);
        BitSet interrupted = addSessions(problem, acyclic);
        var chains = Chains.ofSessions(withSessions, interrupted);
        if (Reach.fits(graph, chains)) {
            var refused = new IntArrayList();
            new Saturation(withSessions, graph, chains, meter, (from, to) -> acyclic.add(from, to, refused)).run();
        }
        return better(withSessions, graph, guide, new OrderCheck(problem, meter));
    }

    /**
     * The better one of two schedules of an acyclic graph: guided by the order given, or by how far sessions are.
     *
     * <p>Recordings that list one session after the other say nothing of how sessions overlapped. Then the best guess is
     * that all went on at the same pace from the beginning to the end.
     */
    static int[] better(Problem problem, OrderGraph graph, int[] guide, OrderCheck check) {
        int[] given = Schedule.order(problem, graph, guide);
        int wrongAsGiven = check.violations(given, Integer.MAX_VALUE / 2).size();
        if (wrongAsGiven == 0) {
            return given;
        }
        int[] even = Schedule.order(problem, graph, atSamePace(problem.history()));
        return check.violations(even, Integer.MAX_VALUE / 2).size() < wrongAsGiven ? even : given;
    }

    private static int[] atSamePace(KeyValueHistory history) {
        long[] progress = new long[history.txnCount()];
        int[] order = new int[progress.length];
        for (int txn = 0; txn < order.length; txn++) {
            order[txn] = txn;
            long size = history.sessionSize(history.session(txn));
            progress[txn] = ((2L * history.position(txn) + 1) << 30) / size;
        }
        LongArrays.radixSortIndirect(order, progress, true);
        return order;
    }

    /** Adds the edges of sessions; returns those transactions that cannot follow the one before. */
    private static BitSet addSessions(Problem problem, AcyclicOrder acyclic) {
        KeyValueHistory history = problem.history();
        var interrupted = new BitSet();
        var cycle = new IntArrayList();
        for (int session = 0; session < history.sessionCount(); session++) {
            for (int position = 1; position < history.sessionSize(session); position++) {
                int before = problem.points().commit(history.txnAt(session, position - 1));
                int txn = history.txnAt(session, position);
                if (!acyclic.add(before, problem.points().snapshot(txn), cycle)) {
                    interrupted.set(txn);
                }
            }
        }
        return interrupted;
    }
}

package moirai.analysis.axioms.search;

import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.search.graph.OrderGraph;
import moirai.analysis.columns.StableSort;

/** A first guess at a commit order. */
final class Guess {

    private Guess() {}

    /**
     * Returns the better one of two schedules of an acyclic graph: guided by the order given, or by how far sessions
     * are.
     *
     * <p>Recordings that list one session after the other say nothing of how sessions overlapped. Then the best guess
     * is that all went on at the same pace from the beginning to the end.
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
        return StableSort.range(
                history.txnCount(),
                txn -> ((2L * history.position(txn) + 1) << 30) / history.sessionSize(history.session(txn)));
    }
}

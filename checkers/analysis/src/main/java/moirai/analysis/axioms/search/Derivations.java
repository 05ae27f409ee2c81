package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.search.graph.OrderGraph;

/**
 * Why each derived edge is there: because a path led from one point to another when the edge was added, and because
 * some transaction read or wrote a key.
 *
 * <p>The transactions of a derivation are found by following the reasons back to known edges. A path is looked for only
 * when it is needed, among the edges that there were at the time.
 */
final class Derivations {

    private final OrderGraph graph;
    private final Points points;
    private final PathFilter filter;
    private final int known;
    private final IntArrayList pathFrom = new IntArrayList();
    private final IntArrayList pathTo = new IntArrayList();
    private final IntArrayList edgesThen = new IntArrayList();
    private final IntArrayList alsoInvolved = new IntArrayList();
    private final int[] foundBy;
    private int edgesBefore;

    Derivations(OrderGraph graph, Points points, PathFilter filter) {
        this.graph = graph;
        this.points = points;
        this.filter = filter;
        this.known = graph.edgeCount();
        this.edgesBefore = known;
        this.foundBy = new int[graph.vertexCount()];
    }

    /** Begins a round: from here on, reasons are paths among the edges that there are now. */
    void beginRound() {
        edgesBefore = graph.edgeCount();
    }

    boolean addedInThisRound() {
        return graph.edgeCount() > edgesBefore;
    }

    /** Adds an edge, because a path leads from one point to another and because of what one more transaction did. */
    void add(int source, int target, Reason reason) {
        graph.add(source, target);
        pathFrom.add(reason.from());
        pathTo.add(reason.to());
        edgesThen.add(edgesBefore);
        alsoInvolved.add(reason.txn());
    }

    /** Keeps a search for a path on points that may lead to its end. */
    interface PathFilter {

        boolean mayLead(int point, int target);
    }

    /** A path between two points, and a transaction. */
    record Reason(int from, int to, int txn) {}

    /**
     * Returns the transactions that these edges come from: their own, and those of all that they were derived from.
     */
    IntSet txns(IntArrayList edges, StepMeter meter) {
        var found = new IntOpenHashSet();
        var seen = new IntOpenHashSet(edges);
        var open = new IntArrayList(seen);
        while (!open.isEmpty()) {
            int edge = open.popInt();
            addTxn(graph.from(edge), found);
            addTxn(graph.to(edge), found);
            int derived = edge - known;
            if (derived >= 0 && derived < pathFrom.size()) {
                found.add(alsoInvolved.getInt(derived));
                for (int step : path(derived, meter)) {
                    if (seen.add(step)) {
                        open.add(step);
                    }
                }
            }
        }
        return found;
    }

    private void addTxn(int vertex, IntSet txns) {
        if (points.isPoint(vertex)) {
            txns.add(points.txn(vertex));
        }
    }

    private IntArrayList path(int derived, StepMeter meter) {
        int source = pathFrom.getInt(derived);
        int target = pathTo.getInt(derived);
        Arrays.fill(foundBy, OrderGraph.NONE);
        var open = new IntArrayList();
        open.add(source);
        for (int done = 0; done < open.size() && foundBy[target] == OrderGraph.NONE; done++) {
            int vertex = open.getInt(done);
            for (int edge = graph.firstOut(vertex); edge != OrderGraph.NONE; edge = graph.nextOut(edge)) {
                meter.spend(1);
                int next = graph.to(edge);
                if (edge < edgesThen.getInt(derived) && foundBy[next] == OrderGraph.NONE && mayLead(next, target)) {
                    foundBy[next] = edge;
                    open.add(next);
                }
            }
        }
        var path = new IntArrayList();
        for (int vertex = target; vertex != source; vertex = graph.from(foundBy[vertex])) {
            path.add(foundBy[vertex]);
        }
        return path;
    }

    private boolean mayLead(int vertex, int target) {
        return !points.isPoint(vertex) || filter.mayLead(vertex, target);
    }
}

package moirai.analysis.axioms.search;

import java.util.Arrays;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.orders.Chains;
import moirai.analysis.axioms.search.graph.OrderGraph;
import moirai.analysis.axioms.search.graph.TopologicalSort;

/**
 * Reachability in a growing acyclic graph: for each vertex and each chain the last point of the chain that leads to the
 * vertex. A point is reached through its chain by all points before it, so one number says all.
 *
 * <p>Rows only grow. After edges were added, one pass in topological order pushes rows along edges out of vertices
 * whose row has grown. Space: vertices times chains ints; time of a pass: vertices + edges, and as many numbers as
 * there are chains for each edge out of a vertex that has grown.
 */
final class Reach {

    /** So many numbers, 256 MiB, are the most that is allocated. */
    private static final long CELLS_MAX = 1L << 26;

    private final OrderGraph graph;
    private final Points points;
    private final Chains chains;
    private final int width;
    private final int[] rows;
    private final boolean[] grown;
    private final boolean[] pending;
    private int edgesSeen;
    private int updates;

    Reach(OrderGraph graph, Points points, Chains chains) {
        this.graph = graph;
        this.points = points;
        this.chains = chains;
        this.width = chains.count();
        this.rows = new int[graph.vertexCount() * width];
        this.grown = new boolean[graph.vertexCount()];
        this.pending = new boolean[graph.vertexCount()];
        Arrays.fill(rows, -1);
        for (int point = 0; point < points.count(); point++) {
            rows[point * width + chains.chain(points.txn(point))] = position(point);
        }
        Arrays.fill(pending, true);
    }

    static boolean fits(OrderGraph graph, Chains chains) {
        return (long) graph.vertexCount() * chains.count() <= CELLS_MAX;
    }

    /** Returns the place of the point in its chain. */
    int position(int point) {
        int position = chains.position(points.txn(point));
        return points.areSplit() ? 2 * position + (point & 1) : position;
    }

    /**
     * Returns the last position of the chain that leads to the vertex or is the vertex itself; -1 if there is none.
     */
    int last(int vertex, int chain) {
        return rows[vertex * width + chain];
    }

    /** Returns the place in its chain of the last transaction whose snapshot is at this position or before. */
    int snapshotAt(int position) {
        return points.areSplit() ? position >> 1 : position;
    }

    /** Returns the place in its chain of the last transaction whose commit is at this position or before. */
    int commitAt(int position) {
        return points.areSplit() ? (position - 1) >> 1 : position;
    }

    /** Returns whether a path, perhaps of no edge, leads from the point to the vertex. */
    boolean leads(int point, int vertex) {
        return last(vertex, chains.chain(points.txn(point))) >= position(point);
    }

    /** Returns whether the last update found more that leads to the vertex. */
    boolean hasGrown(int vertex) {
        return grown[vertex];
    }

    /** Takes in the edges added since the last update; {@code sort} is of the present graph, and complete. */
    void update(TopologicalSort sort, StepMeter meter) {
        for (; edgesSeen < graph.edgeCount(); edgesSeen++) {
            pending[graph.from(edgesSeen)] = true;
        }
        // At first everything is pending and counts as grown; later a source of new edges is pending but has not grown.
        if (updates++ == 0) {
            Arrays.fill(grown, true);
        } else {
            Arrays.fill(grown, false);
        }
        for (int i = 0; i < sort.size(); i++) {
            int vertex = sort.at(i);
            if (!pending[vertex]) {
                continue;
            }
            pending[vertex] = false;
            int copied = 0;
            for (int edge = graph.firstOut(vertex); edge != OrderGraph.NONE; edge = graph.nextOut(edge)) {
                copied += width;
                int target = graph.to(edge);
                if (merge(vertex, target)) {
                    pending[target] = true;
                    grown[target] = true;
                }
            }
            meter.spend(1 + copied / 4);
        }
    }

    private boolean merge(int vertex, int target) {
        int source = vertex * width;
        int sink = target * width;
        boolean more = false;
        for (int i = 0; i < width; i++) {
            if (rows[source + i] > rows[sink + i]) {
                rows[sink + i] = rows[source + i];
                more = true;
            }
        }
        return more;
    }
}

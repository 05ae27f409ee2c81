package moirai.analysis.cycles;

import moirai.analysis.Dependency;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.Digraph;

/**
 * The graph whose cycles are exactly the closed walks of a dependency graph without two adjacent rw edges, be
 * they on items or on predicates.
 *
 * <p>Each vertex v stands twice: 2v is v reached by an edge other than rw, 2v+1 is v reached by rw, and rw edges leave
 * only the first. A history is consistent with snapshot isolation only if this graph has no cycle (Cerone, Gotsman,
 * "Analysing Snapshot Isolation", 2018, theorem 4.1), so one linear search for components decides G0, G1c, G-single and
 * G-nonadjacent together.
 *
 * @param mask the kinds of dependency that count
 */
record AlternatingGraph(DependencyGraph graph, int mask) implements Digraph {

    private static final int RW = Dependency.ANTI_DEPENDENCIES;

    @Override
    public int vertexCount() {
        return 2 * graph.vertexCount();
    }

    @Override
    public int firstEdge(int vertex) {
        return graph.first(vertex >> 1);
    }

    @Override
    public int endEdge(int vertex) {
        return graph.end(vertex >> 1);
    }

    @Override
    public int target(int vertex, int edge) {
        int kinds = graph.kinds(edge) & mask;
        // Where another dependency runs beside the rw edge, it allows all that the rw edge would.
        if ((kinds & ~RW) != 0) {
            return 2 * graph.target(edge);
        }
        boolean reachedByRw = (vertex & 1) == 1;
        return kinds == 0 || reachedByRw ? -1 : 2 * graph.target(edge) + 1;
    }
}

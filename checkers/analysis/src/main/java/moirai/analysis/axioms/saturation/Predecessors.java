package moirai.analysis.axioms.saturation;

import java.util.Optional;
import moirai.analysis.graph.Digraph;

/** A graph whose edges lead backwards: from each vertex to what precedes it. Immutable. */
final class Predecessors implements Digraph {

    private static final int UNSEEN = 0;
    private static final int DONE = -1;

    private final int[] first;
    private final int[] predecessor;

    /** Takes over the columns; {@code first} has one entry more than there are vertices. */
    Predecessors(int[] first, int[] predecessor) {
        this.first = first;
        this.predecessor = predecessor;
    }

    @Override
    public int vertexCount() {
        return first.length - 1;
    }

    @Override
    public int firstEdge(int vertex) {
        return first[vertex];
    }

    @Override
    public int endEdge(int vertex) {
        return first[vertex + 1];
    }

    @Override
    public int target(int vertex, int edge) {
        return predecessor[edge];
    }

    /** Returns the vertex to which this edge leads back. */
    int predecessor(int edge) {
        return predecessor[edge];
    }

    /**
     * Returns all vertices, each after its predecessors, or nothing if there is a cycle. It is the order of ids if that
     * will do: a search in depth along the predecessors, from each vertex in turn, completes a vertex after all that
     * precede it. O(vertices + edges).
     */
    Optional<int[]> topologicalOrder() {
        int[] order = new int[vertexCount()];
        int[] path = new int[vertexCount()];
        int[] nextEdge = new int[vertexCount()];
        int ordered = 0;
        for (int root = 0; root < order.length; root++) {
            int depth = 0;
            if (nextEdge[root] == UNSEEN) {
                nextEdge[root] = first[root] + 1;
                path[depth++] = root;
            }
            while (depth > 0) {
                int vertex = path[depth - 1];
                int edge = nextEdge[vertex] - 1;
                if (edge == first[vertex + 1]) {
                    nextEdge[vertex] = DONE;
                    order[ordered++] = vertex;
                    depth--;
                    continue;
                }
                nextEdge[vertex]++;
                int before = predecessor[edge];
                if (nextEdge[before] == UNSEEN) {
                    nextEdge[before] = first[before] + 1;
                    path[depth++] = before;
                } else if (nextEdge[before] != DONE) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(order);
    }
}

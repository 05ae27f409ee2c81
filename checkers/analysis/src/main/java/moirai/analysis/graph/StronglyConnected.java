package moirai.analysis.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Strongly connected components of more than one vertex.
 *
 * <p>Tarjan, "Depth-first search and linear graph algorithms" (1972), with an explicit stack, since a history of
 * millions of transactions may be one path. O(vertices + edges) time; five ints a vertex.
 */
public final class StronglyConnected {

    private static final int UNSEEN = 0;

    private final Digraph graph;
    /** Order of discovery, from 1; {@link Integer#MAX_VALUE} once the vertex's component is complete. */
    private final int[] discovered;
    /** The earliest vertex on the stack that is known to be reachable. */
    private final int[] earliest;
    /** The next edge of each vertex on the path to follow. */
    private final int[] nextEdge;

    private final IntArrayList path = new IntArrayList();
    private final IntArrayList open = new IntArrayList();
    private final List<int[]> components = new ArrayList<>();
    private int discoveries;

    private StronglyConnected(Digraph graph) {
        this.graph = graph;
        this.discovered = new int[graph.vertexCount()];
        this.earliest = new int[graph.vertexCount()];
        this.nextEdge = new int[graph.vertexCount()];
    }

    /** Returns the components, each with its vertices in ascending order, in the order of their smallest vertices. */
    public static List<int[]> components(Digraph graph) {
        var search = new StronglyConnected(graph);
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (search.discovered[vertex] == UNSEEN) {
                search.explore(vertex);
            }
        }
        search.components.sort(Comparator.comparingInt(vertices -> vertices[0]));
        return List.copyOf(search.components);
    }

    private void explore(int root) {
        discover(root);
        while (!path.isEmpty()) {
            int vertex = path.topInt();
            if (nextEdge[vertex] < graph.endEdge(vertex)) {
                int target = graph.target(vertex, nextEdge[vertex]++);
                if (target >= 0 && discovered[target] == UNSEEN) {
                    discover(target);
                } else if (target >= 0 && discovered[target] < earliest[vertex]) {
                    earliest[vertex] = discovered[target];
                }
            } else {
                leave(vertex);
            }
        }
    }

    private void discover(int vertex) {
        discovered[vertex] = ++discoveries;
        earliest[vertex] = discoveries;
        nextEdge[vertex] = graph.firstEdge(vertex);
        path.push(vertex);
        open.push(vertex);
    }

    private void leave(int vertex) {
        path.popInt();
        if (!path.isEmpty()) {
            int parent = path.topInt();
            earliest[parent] = Math.min(earliest[parent], earliest[vertex]);
        }
        if (earliest[vertex] == discovered[vertex]) {
            closeComponent(vertex);
        }
    }

    private void closeComponent(int root) {
        int from = open.size() - 1;
        while (open.getInt(from) != root) {
            from--;
        }
        for (int i = from; i < open.size(); i++) {
            discovered[open.getInt(i)] = Integer.MAX_VALUE;
        }
        if (open.size() - from > 1) {
            int[] vertices = Arrays.copyOfRange(open.elements(), from, open.size());
            Arrays.sort(vertices);
            components.add(vertices);
        }
        open.size(from);
    }
}

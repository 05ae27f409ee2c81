package moirai.analysis.axioms.saturation;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import moirai.analysis.graph.StronglyConnected;

/**
 * Looks for a short cycle in a graph that has one.
 *
 * <p>Searches in breadth from the vertices of the strongly connected components, smallest component first, each search
 * no deeper than the shortest cycle so far; ends when that has two vertices or when the steps are used up. At least one
 * search is completed. O(vertices + edges + steps).
 */
final class ShortCycle {

    /** Edges to look at: about a second. */
    private static final long STEPS = 20_000_000;

    private static final int UNSEEN = -1;

    private final Predecessors graph;
    /** The component of each vertex, or -1. */
    private final int[] component;
    /** The vertex from which each was reached in the current search. */
    private final int[] reachedFrom;

    private final int[] depth;
    private final IntArrayList queue = new IntArrayList();
    private final IntArrayList shortest = new IntArrayList();
    private long steps = STEPS;

    private ShortCycle(Predecessors graph) {
        this.graph = graph;
        this.component = new int[graph.vertexCount()];
        this.reachedFrom = new int[graph.vertexCount()];
        this.depth = new int[graph.vertexCount()];
        Arrays.fill(component, -1);
        Arrays.fill(reachedFrom, UNSEEN);
    }

    /** Returns the vertices of a cycle, each before the one that it precedes; the last precedes the first. */
    static int[] find(Predecessors graph) {
        var search = new ShortCycle(graph);
        List<int[]> components = StronglyConnected.components(graph).stream()
                .sorted(Comparator.comparingInt(vertices -> vertices.length))
                .toList();
        for (int i = 0; i < components.size(); i++) {
            for (int vertex : components.get(i)) {
                search.component[vertex] = i;
            }
        }
        for (int[] vertices : components) {
            for (int vertex : vertices) {
                if (search.shortest.isEmpty() || (search.shortest.size() > 2 && search.steps > 0)) {
                    search.searchFrom(vertex);
                }
            }
        }
        return search.shortest.toIntArray();
    }

    private void searchFrom(int start) {
        int deepest = shortest.isEmpty() ? Integer.MAX_VALUE : shortest.size() - 1;
        reach(start, start, 1);
        for (int i = 0; i < queue.size(); i++) {
            int vertex = queue.getInt(i);
            for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
                int before = graph.predecessor(edge);
                steps--;
                if (before == start) {
                    note(vertex, start);
                    clear();
                    return;
                }
                if (reachedFrom[before] == UNSEEN && component[before] == component[start] && depth[vertex] < deepest) {
                    reach(before, vertex, depth[vertex] + 1);
                }
            }
        }
        clear();
    }

    private void reach(int vertex, int from, int at) {
        reachedFrom[vertex] = from;
        depth[vertex] = at;
        queue.add(vertex);
    }

    /** Keeps the cycle of a search. The search went backwards, so the way back from its end goes forwards. */
    private void note(int end, int start) {
        shortest.clear();
        for (int vertex = end; vertex != start; vertex = reachedFrom[vertex]) {
            shortest.add(vertex);
        }
        shortest.add(start);
    }

    private void clear() {
        for (int i = 0; i < queue.size(); i++) {
            reachedFrom[queue.getInt(i)] = UNSEEN;
        }
        queue.clear();
    }
}

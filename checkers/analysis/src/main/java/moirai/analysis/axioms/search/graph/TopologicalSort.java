package moirai.analysis.axioms.search.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;

/** Kahn's algorithm, or the cycle that it stops at. O(vertices + edges). */
public final class TopologicalSort {

    private final OrderGraph graph;
    private final int[] before;
    private final int[] sorted;
    private int sortedCount;

    private TopologicalSort(OrderGraph graph) {
        this.graph = graph;
        this.before = new int[graph.vertexCount()];
        this.sorted = new int[graph.vertexCount()];
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            before[graph.to(edge)]++;
        }
    }

    /** Returns all vertices in some order, or only those that no cycle reaches. */
    public static TopologicalSort of(OrderGraph graph) {
        var sort = new TopologicalSort(graph);
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (sort.before[vertex] == 0) {
                sort.sorted[sort.sortedCount++] = vertex;
            }
        }
        for (int done = 0; done < sort.sortedCount; done++) {
            int vertex = sort.sorted[done];
            for (int edge = graph.firstOut(vertex); edge != OrderGraph.NONE; edge = graph.nextOut(edge)) {
                if (--sort.before[graph.to(edge)] == 0) {
                    sort.sorted[sort.sortedCount++] = graph.to(edge);
                }
            }
        }
        return sort;
    }

    /** Returns the edges of a short cycle of a graph that has one. O(vertices + edges). */
    public IntArrayList cycle() {
        int vertex = 0;
        while (before[vertex] == 0) {
            vertex++;
        }
        // Every vertex left has a predecessor that is left, so going back arrives at a cycle.
        var visited = new BitSet();
        while (!visited.get(vertex)) {
            visited.set(vertex);
            int edge = graph.firstIn(vertex);
            while (before[graph.from(edge)] == 0) {
                edge = graph.nextIn(edge);
            }
            vertex = graph.from(edge);
        }
        return shortestCycle(vertex);
    }

    private IntArrayList shortestCycle(int start) {
        int[] foundBy = new int[graph.vertexCount()];
        Arrays.fill(foundBy, OrderGraph.NONE);
        var open = new IntArrayList();
        open.add(start);
        for (int done = 0; foundBy[start] == OrderGraph.NONE; done++) {
            int vertex = open.getInt(done);
            for (int edge = graph.firstOut(vertex); edge != OrderGraph.NONE; edge = graph.nextOut(edge)) {
                int next = graph.to(edge);
                if (before[next] != 0 && foundBy[next] == OrderGraph.NONE) {
                    foundBy[next] = edge;
                    open.add(next);
                }
            }
        }
        var cycle = new IntArrayList();
        int vertex = start;
        do {
            cycle.add(foundBy[vertex]);
            vertex = graph.from(foundBy[vertex]);
        } while (vertex != start);
        return cycle;
    }

    public boolean isComplete() {
        return sortedCount == sorted.length;
    }

    public int size() {
        return sortedCount;
    }

    public int at(int place) {
        return sorted[place];
    }
}

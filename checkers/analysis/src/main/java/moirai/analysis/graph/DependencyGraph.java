package moirai.analysis.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.Dependency;

/**
 * Dependencies between transactions in compressed sparse rows: for each vertex its targets in ascending order, and for
 * each edge a mask of the kinds of dependency between the two.
 *
 * <p>Vertices up to a number are transactions; those above are barriers of the realtime order, in order of
 * time (see {@link RealtimeOrder}).
 */
public final class DependencyGraph {

    private final int txnCount;
    private final int[] first;
    private final int[] targets;
    private final byte[] kinds;

    private DependencyGraph(int txnCount, int[] first, int[] targets, byte[] kinds) {
        this.txnCount = txnCount;
        this.first = first;
        this.targets = targets;
        this.kinds = kinds;
    }

    /** Returns the number of transactions and barriers. */
    public int vertexCount() {
        return first.length - 1;
    }

    public int edgeCount() {
        return targets.length;
    }

    public boolean isBarrier(int vertex) {
        return vertex >= txnCount;
    }

    /** Returns the first of the edges that leave the vertex. */
    public int first(int vertex) {
        return first[vertex];
    }

    /** Returns the number behind the last of the edges that leave the vertex. */
    public int end(int vertex) {
        return first[vertex + 1];
    }

    /** Returns the vertex to which the edge leads. */
    public int target(int edge) {
        return targets[edge];
    }

    /** Returns the mask of the kinds of dependency of the edge. */
    public int kinds(int edge) {
        return kinds[edge];
    }

    /** Returns the mask of the dependencies between two vertices; 0 if there is none. O(log degree). */
    public int kindsBetween(int from, int to) {
        int edge = Arrays.binarySearch(targets, first[from], first[from + 1], to);
        return edge < 0 ? 0 : kinds[edge];
    }

    /** Returns whether there is a dependency of this kind. O(edges). */
    public boolean has(Dependency kind) {
        for (byte mask : kinds) {
            if ((mask & kind.bit()) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the graph that is left when only dependencies of the kinds in {@code mask} count. */
    public Digraph masked(int mask) {
        return new Masked(this, mask);
    }

    /**
     * Returns the part of the graph between these vertices, which get new ids in the order given: first transactions,
     * then barriers in order of time. O(vertices given + edges that leave them).
     *
     * @param scratch -1 for each vertex of this graph; so again on return
     */
    public DependencyGraph induced(int[] vertices, int txns, int[] scratch) {
        for (int i = 0; i < vertices.length; i++) {
            scratch[vertices[i]] = i;
        }
        var builder = new Builder(txns);
        for (int i = 0; i < vertices.length; i++) {
            for (int edge = first[vertices[i]]; edge < end(vertices[i]); edge++) {
                if (scratch[targets[edge]] >= 0) {
                    builder.add(i, scratch[targets[edge]], kinds[edge]);
                }
            }
        }
        for (int vertex : vertices) {
            scratch[vertex] = -1;
        }
        return builder.build(vertices.length);
    }

    private record Masked(DependencyGraph graph, int mask) implements Digraph {

        @Override
        public int vertexCount() {
            return graph.vertexCount();
        }

        @Override
        public int firstEdge(int vertex) {
            return graph.first[vertex];
        }

        @Override
        public int endEdge(int vertex) {
            return graph.first[vertex + 1];
        }

        @Override
        public int target(int vertex, int edge) {
            return (graph.kinds[edge] & mask) == 0 ? -1 : graph.targets[edge];
        }
    }

    /** Collects edges in any order; parallel ones become one with all their kinds. */
    public static final class Builder {

        private final int txnCount;
        private final IntArrayList sources = new IntArrayList();
        private final IntArrayList targets = new IntArrayList();
        private final IntArrayList kinds = new IntArrayList();

        public Builder(int txnCount) {
            this.txnCount = txnCount;
        }

        /** Adds a dependency; one of a transaction on itself is dropped. */
        public void add(int from, int to, Dependency kind) {
            add(from, to, kind.bit());
        }

        private void add(int from, int to, int mask) {
            if (from != to) {
                sources.add(from);
                targets.add(to);
                kinds.add(mask);
            }
        }

        /** Returns the graph. O(vertices + edges): two stable counting sorts, by target and then by source. */
        public DependencyGraph build(int vertexCount) {
            int[] edges = new int[sources.size()];
            Arrays.setAll(edges, i -> i);
            int[] byTarget = sorted(edges, targets.elements(), vertexCount);
            int[] order = sorted(byTarget, sources.elements(), vertexCount);
            int[] first = new int[vertexCount + 1];
            int[] mergedTargets = new int[order.length];
            byte[] mergedKinds = new byte[order.length];
            int size = 0;
            int row = 0;
            for (int edge : order) {
                int source = sources.getInt(edge);
                while (row < source) {
                    first[++row] = size;
                }
                if (size > first[row] && mergedTargets[size - 1] == targets.getInt(edge)) {
                    mergedKinds[size - 1] |= (byte) kinds.getInt(edge);
                } else {
                    mergedTargets[size] = targets.getInt(edge);
                    mergedKinds[size++] = (byte) kinds.getInt(edge);
                }
            }
            while (row < vertexCount) {
                first[++row] = size;
            }
            return new DependencyGraph(
                    txnCount, first, Arrays.copyOf(mergedTargets, size), Arrays.copyOf(mergedKinds, size));
        }

        private static int[] sorted(int[] edges, int[] keys, int keyCount) {
            int[] next = new int[keyCount + 1];
            for (int edge : edges) {
                next[keys[edge] + 1]++;
            }
            for (int key = 0; key < keyCount; key++) {
                next[key + 1] += next[key];
            }
            int[] sorted = new int[edges.length];
            for (int edge : edges) {
                sorted[next[keys[edge]]++] = edge;
            }
            return sorted;
        }
    }
}

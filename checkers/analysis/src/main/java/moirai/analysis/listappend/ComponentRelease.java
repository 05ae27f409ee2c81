package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.Digraph;
import moirai.analysis.graph.StronglyConnected;

/**
 * Releases strongly connected components of candidates alone, and what stands behind them: Kahn, "Topological sorting
 * of large networks" (1962), on the graph of components. O(vertices + edges).
 */
final class ComponentRelease {

    private final DependencyGraph graph;
    private final Digraph digraph;
    /** The least vertex of the component of each vertex. */
    private final int[] root;
    /** The vertices of each component of several, at its root; empty elsewhere. */
    private final int[][] members;
    /** The number of edges that lead to each component from others that are not released. */
    private final int[] waits;

    private final BitSet held = new BitSet();
    private final IntArrayList ready = new IntArrayList();
    private final IntArrayList released = new IntArrayList();
    private final List<int[]> components = new ArrayList<>();

    /** @param mask of the kinds of dependency that count */
    ComponentRelease(DependencyGraph graph, int mask) {
        this.graph = graph;
        this.digraph = graph.masked(mask);
        this.root = new int[graph.vertexCount()];
        this.members = new int[graph.vertexCount()][];
        this.waits = new int[graph.vertexCount()];
        Arrays.setAll(root, vertex -> vertex);
        Arrays.fill(members, new int[0]);
    }

    /** Returns the released transactions, in an order that keeps to the graph of components. */
    IntArrayList released() {
        return released;
    }

    /** Returns the released components of several transactions. */
    List<int[]> components() {
        return List.copyOf(components);
    }

    /**
     * Releases what can be released, if there is a component of several, or somebody who waits for others besides.
     *
     * @param txns the transactions in the graph, ascending
     * @param candidates those that may be released
     * @param haveFollowers whether the graph has edges that say only who waits for whom
     */
    void release(IntArrayList txns, BitSet candidates, boolean haveFollowers) {
        List<int[]> cyclic = StronglyConnected.components(digraph);
        if (cyclic.isEmpty() && !haveFollowers) {
            return;
        }
        for (int[] component : cyclic) {
            members[component[0]] = component;
            for (int vertex : component) {
                root[vertex] = component[0];
            }
        }
        for (int i = 0; i < txns.size(); i++) {
            if (!candidates.get(txns.getInt(i))) {
                held.set(root[txns.getInt(i)]);
            }
        }
        countWaits();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.isBarrier(vertex)) {
                offerRoot(vertex);
            }
        }
        for (int i = txns.size() - 1; i >= 0; i--) {
            offerRoot(txns.getInt(i));
        }
        while (!ready.isEmpty()) {
            release(ready.popInt());
        }
    }

    private void countWaits() {
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            for (int edge = digraph.firstEdge(vertex); edge < digraph.endEdge(vertex); edge++) {
                int target = digraph.target(vertex, edge);
                if (target >= 0 && root[target] != root[vertex]) {
                    waits[root[target]]++;
                }
            }
        }
    }

    private void offerRoot(int vertex) {
        if (root[vertex] == vertex) {
            offer(vertex);
        }
    }

    private void offer(int component) {
        if (waits[component] == 0 && !held.get(component)) {
            ready.push(component);
        }
    }

    private void release(int component) {
        int[] together = members[component].length == 0 ? new int[] {component} : members[component];
        int before = released.size();
        for (int vertex : together) {
            if (!graph.isBarrier(vertex)) {
                released.add(vertex);
            }
            for (int edge = digraph.firstEdge(vertex); edge < digraph.endEdge(vertex); edge++) {
                int target = digraph.target(vertex, edge);
                if (target >= 0 && root[target] != component && --waits[root[target]] == 0) {
                    offer(root[target]);
                }
            }
        }
        if (together.length > 1) {
            components.add(Arrays.copyOfRange(released.elements(), before, released.size()));
        }
    }
}

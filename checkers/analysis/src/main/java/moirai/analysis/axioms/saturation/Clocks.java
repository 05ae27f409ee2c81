package moirai.analysis.axioms.saturation;

import java.util.ArrayDeque;
import java.util.Arrays;
import moirai.analysis.axioms.orders.Chains;

/**
 * The vector clock of each vertex of a graph: how many of each chain lead to it (Mattern, "Virtual Time and Global
 * States of Distributed Systems", 1989). Clocks are made in a topological order and given up when the vertex's
 * successors have theirs, so memory is bounded by the clocks in use at one time.
 *
 * <p>Real time's barriers are a chain of their own, the last one.
 */
final class Clocks {

    private static final int[] NONE = {};

    private final Predecessors graph;
    private final Chains chains;
    private final int txnCount;
    private final int[][] clocks;
    private final int[] successorsLeft;
    private final ArrayDeque<int[]> spare = new ArrayDeque<>();
    private final int[] initial;
    private int allocated;

    Clocks(Predecessors graph, Chains chains, int txnCount) {
        this.graph = graph;
        this.chains = chains;
        this.txnCount = txnCount;
        this.clocks = new int[graph.vertexCount()][];
        this.successorsLeft = new int[graph.vertexCount()];
        this.initial = new int[chains.count() + 1];
        Arrays.fill(clocks, NONE);
        for (int vertex = 0; vertex < clocks.length; vertex++) {
            for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
                successorsLeft[graph.predecessor(edge)]++;
            }
        }
    }

    /** Returns the greatest number of clocks that were in use at one time. */
    int allocated() {
        return allocated;
    }

    /** Returns the clock of the initial state: nothing leads to it. */
    int[] initial() {
        return initial;
    }

    /** Returns the clock of a vertex that has been {@link #make made} and not given up. Not a copy. */
    int[] of(int vertex) {
        return clocks[vertex];
    }

    /**
     * Makes the clock of a vertex whose predecessors have theirs: all that lead to it, without itself. O(chains) for
     * each predecessor that is not covered by those before it.
     */
    int[] make(int vertex) {
        int[] made = spare.isEmpty() ? allocate() : spare.pop();
        boolean empty = true;
        for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
            int before = graph.predecessor(edge);
            if (empty) {
                System.arraycopy(clocks[before], 0, made, 0, made.length);
                empty = false;
            } else if (made[column(before)] <= position(before)) {
                raise(made, clocks[before]);
            }
        }
        if (empty) {
            Arrays.fill(made, 0);
        }
        clocks[vertex] = made;
        return made;
    }

    private int[] allocate() {
        allocated++;
        return new int[chains.count() + 1];
    }

    private static void raise(int[] clock, int[] other) {
        for (int i = 0; i < clock.length; i++) {
            clock[i] = Math.max(clock[i], other[i]);
        }
    }

    /** Adds the vertex to its own clock, which is then complete, and gives up the clocks that nobody needs any more. */
    void complete(int vertex) {
        if (successorsLeft[vertex] == 0) {
            giveUp(vertex);
        } else {
            clocks[vertex][column(vertex)] = position(vertex) + 1;
        }
        for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
            if (--successorsLeft[graph.predecessor(edge)] == 0) {
                giveUp(graph.predecessor(edge));
            }
        }
    }

    private void giveUp(int vertex) {
        spare.push(clocks[vertex]);
        clocks[vertex] = NONE;
    }

    /** Returns the column of a vertex with successors; others have none. */
    private int column(int vertex) {
        return vertex < txnCount ? chains.chain(vertex) : chains.count();
    }

    private int position(int vertex) {
        return vertex < txnCount ? chains.position(vertex) : vertex - txnCount;
    }
}

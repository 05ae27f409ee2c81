package moirai.analysis.axioms.search;

import java.util.Arrays;

/**
 * A growing graph whose edges are added at the end and taken back from the end. Edges have dense ids from 0 in the order
 * in which they were added; 16 bytes an edge, 8 a vertex.
 */
final class OrderGraph {

    static final int NONE = -1;

    private final int[] firstOut;
    private final int[] firstIn;
    private int[] from;
    private int[] to;
    private int[] nextOut;
    private int[] nextIn;
    private int edgeCount;

    OrderGraph(int vertexCount) {
        this.firstOut = new int[vertexCount];
        this.firstIn = new int[vertexCount];
        Arrays.fill(firstOut, NONE);
        Arrays.fill(firstIn, NONE);
        int capacity = Math.max(16, 4 * vertexCount);
        this.from = new int[capacity];
        this.to = new int[capacity];
        this.nextOut = new int[capacity];
        this.nextIn = new int[capacity];
    }

    int vertexCount() {
        return firstOut.length;
    }

    int edgeCount() {
        return edgeCount;
    }

    /** Adds an edge and returns its id. */
    int add(int source, int target) {
        if (edgeCount == from.length) {
            int capacity = Math.addExact(edgeCount, edgeCount);
            from = Arrays.copyOf(from, capacity);
            to = Arrays.copyOf(to, capacity);
            nextOut = Arrays.copyOf(nextOut, capacity);
            nextIn = Arrays.copyOf(nextIn, capacity);
        }
        from[edgeCount] = source;
        to[edgeCount] = target;
        nextOut[edgeCount] = firstOut[source];
        nextIn[edgeCount] = firstIn[target];
        firstOut[source] = edgeCount;
        firstIn[target] = edgeCount;
        return edgeCount++;
    }

    /** Takes back the edges from this id on, the last one first. */
    void truncate(int toEdgeCount) {
        while (edgeCount > toEdgeCount) {
            edgeCount--;
            firstOut[from[edgeCount]] = nextOut[edgeCount];
            firstIn[to[edgeCount]] = nextIn[edgeCount];
        }
    }

    int from(int edge) {
        return from[edge];
    }

    int to(int edge) {
        return to[edge];
    }

    /** The edge out of the vertex that was added last, or {@link #NONE}. */
    int firstOut(int vertex) {
        return firstOut[vertex];
    }

    /** The edge out of the same vertex that was added before, or {@link #NONE}. */
    int nextOut(int edge) {
        return nextOut[edge];
    }

    int firstIn(int vertex) {
        return firstIn[vertex];
    }

    int nextIn(int edge) {
        return nextIn[edge];
    }
}

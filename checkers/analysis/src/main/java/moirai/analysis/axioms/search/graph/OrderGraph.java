package moirai.analysis.axioms.search.graph;

import java.util.Arrays;

/**
 * A growing graph whose edges are added at the end and taken back from the end. Edges have dense ids from 0 in the
 * order in which they were added; 16 bytes an edge, 8 a vertex.
 */
public final class OrderGraph {

    public static final int NONE = -1;

    private final int[] firstOut;
    private final int[] firstIn;
    private int[] from;
    private int[] to;
    private int[] nextOut;
    private int[] nextIn;
    private int edgeCount;

    public OrderGraph(int vertexCount) {
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

    public int vertexCount() {
        return firstOut.length;
    }

    public int edgeCount() {
        return edgeCount;
    }

    /** Adds an edge and returns its id. */
    public int add(int source, int target) {
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
    public void truncate(int toEdgeCount) {
        while (edgeCount > toEdgeCount) {
            edgeCount--;
            firstOut[from[edgeCount]] = nextOut[edgeCount];
            firstIn[to[edgeCount]] = nextIn[edgeCount];
        }
    }

    public int from(int edge) {
        return from[edge];
    }

    public int to(int edge) {
        return to[edge];
    }

    /** Returns the edge out of the vertex that was added last, or {@link #NONE}. */
    public int firstOut(int vertex) {
        return firstOut[vertex];
    }

    /** Returns the edge out of the same vertex that was added before, or {@link #NONE}. */
    public int nextOut(int edge) {
        return nextOut[edge];
    }

    public int firstIn(int vertex) {
        return firstIn[vertex];
    }

    public int nextIn(int edge) {
        return nextIn[edge];
    }
}

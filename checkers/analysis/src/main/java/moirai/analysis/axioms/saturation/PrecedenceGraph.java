package moirai.analysis.axioms.saturation;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.columns.IntColumn;

/**
 * The precedences that every commit order has to keep, in the order in which they were found. Grows; single-threaded.
 *
 * <p>Vertices are the transactions and, after them, <b>barriers</b>: auxiliary vertices that stand for many edges, one
 * from each vertex that leads to the barrier to each one that the barrier leads to. All edges that lead to a barrier
 * have to be added before the first that leaves it; then whether the recorded order is a commit order is known without
 * a search. 12 bytes an edge, 4 a barrier.
 */
final class PrecedenceGraph {

    /** Stands for the reader of an edge that needs none. */
    static final int NO_READER = -1;

    private final int txnCount;
    private final IntColumn earlier;
    private final IntColumn later;
    private final IntColumn reader;
    /** The transaction recorded last among those that lead to each barrier. */
    private final IntArrayList lastBefore = new IntArrayList();

    private boolean recordedOrder = true;
    private int overwriter = KeyValueHistory.INITIAL;
    private int initialReader = NO_READER;

    PrecedenceGraph(KeyValueHistory history) {
        this.txnCount = history.txnCount();
        int capacity = history.txnCount() + history.readCount() + 16;
        this.earlier = new IntColumn(capacity);
        this.later = new IntColumn(capacity);
        this.reader = new IntColumn(capacity);
    }

    int txnCount() {
        return txnCount;
    }

    int vertexCount() {
        return txnCount + lastBefore.size();
    }

    int edgeCount() {
        return earlier.size();
    }

    /** Adds a vertex that is no transaction; ids are consecutive. */
    int addBarrier() {
        lastBefore.add(-1);
        return vertexCount() - 1;
    }

    void add(int first, int second) {
        add(first, second, NO_READER);
    }

    /**
     * Adds an edge.
     *
     * @param second may be {@link KeyValueHistory#INITIAL}, which nothing can precede
     * @param forcedBy the transaction whose read forces the edge, or {@link #NO_READER}
     */
    void add(int first, int second, int forcedBy) {
        if (second == KeyValueHistory.INITIAL) {
            overwriter = first;
            initialReader = forcedBy;
            return;
        }
        earlier.add(first);
        later.add(second);
        reader.add(forcedBy);
        int last = first < txnCount ? first : lastBefore.getInt(first - txnCount);
        if (second < txnCount) {
            recordedOrder &= last < second;
        } else if (lastBefore.getInt(second - txnCount) < last) {
            lastBefore.set(second - txnCount, last);
        }
    }

    /** Returns whether something has to precede the initial state. */
    boolean isContradicted() {
        return initialReader != NO_READER;
    }

    /** Returns the vertex that has to precede the initial state. */
    int overwriter() {
        return overwriter;
    }

    /** Returns the transaction that read the initial state though it was overwritten. */
    int initialReader() {
        return initialReader;
    }

    /** Returns whether the transactions can commit in the order in which they were recorded. */
    boolean extendsToRecordedOrder() {
        return recordedOrder && !isContradicted();
    }

    int earlier(int edge) {
        return earlier.values()[edge];
    }

    int later(int edge) {
        return later.values()[edge];
    }

    /** Returns the transaction whose read forces the edge, or {@link #NO_READER}. */
    int reader(int edge) {
        return reader.values()[edge];
    }

    /** Returns the edges added first, by the vertex to which they lead. O(vertices + edges). */
    Predecessors predecessors(int edges) {
        int[] first = new int[vertexCount() + 2];
        int[] to = later.values();
        int[] from = earlier.values();
        for (int edge = 0; edge < edges; edge++) {
            first[to[edge] + 2]++;
        }
        for (int vertex = 2; vertex < first.length; vertex++) {
            first[vertex] += first[vertex - 1];
        }
        int[] predecessors = new int[edges];
        for (int edge = 0; edge < edges; edge++) {
            predecessors[first[to[edge] + 1]++] = from[edge];
        }
        return new Predecessors(Arrays.copyOf(first, first.length - 1), predecessors);
    }
}

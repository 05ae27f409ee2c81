package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Gathers the transactions that a contradiction is about, such that they contradict themselves when all others are left
 * out: those of a cycle, for each edge that a read forces the reader, and those through which the overwriter is visible
 * to it. Sessions and real time need nobody in between, since they are transitive.
 *
 * <p>If that takes too many steps, everybody is suspect, which is true as well.
 */
final class SuspectTrace {

    /** Edges to look at: some seconds. */
    private static final long STEPS = 100_000_000;

    private static final int UNSEEN = -1;

    private final PrecedenceGraph graph;
    private final KeyValueHistory history;
    private final Axiom axiom;
    private final Predecessors base;
    private final BitSet suspects = new BitSet();
    private final int[] reachedFrom;
    private long steps = STEPS;

    /**
     * Begins with nobody.
     *
     * @param base the base order and write-read
     */
    SuspectTrace(PrecedenceGraph graph, KeyValueHistory history, Axiom axiom, Predecessors base) {
        this.graph = graph;
        this.history = history;
        this.axiom = axiom;
        this.base = base;
        this.reachedFrom = new int[axiom == Axiom.CAUSAL ? base.vertexCount() : 0];
        Arrays.fill(reachedFrom, UNSEEN);
    }

    /** Returns the suspects of a read of the initial state that was overwritten. */
    List<Integer> ofContradiction() {
        int overwriter = graph.overwriter();
        addVertex(overwriter);
        addReader(overwriter, INITIAL, graph.initialReader());
        return list();
    }

    /**
     * Returns the suspects of a cycle. O(edges + steps).
     *
     * @param cycle the vertices, each before the one that it precedes; the last precedes the first
     */
    List<Integer> ofCycle(int[] cycle) {
        var next = new Int2IntOpenHashMap();
        next.defaultReturnValue(INITIAL);
        for (int i = 0; i < cycle.length; i++) {
            next.put(cycle[i], cycle[(i + 1) % cycle.length]);
            addVertex(cycle[i]);
        }
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int second = graph.later(edge);
            if (next.get(graph.earlier(edge)) == second) {
                // Edges of the base order come first, so a reader is named only where one is needed.
                next.remove(graph.earlier(edge));
                addReader(graph.earlier(edge), second, graph.reader(edge));
            }
        }
        return list();
    }

    private void addVertex(int vertex) {
        if (vertex < history.txnCount()) {
            suspects.set(vertex);
        }
    }

    private void addReader(int overwriter, int source, int reader) {
        if (reader == PrecedenceGraph.NO_READER) {
            return;
        }
        suspects.set(reader);
        switch (axiom) {
            case CAUSAL -> addPath(overwriter, reader);
            case MONOTONIC_READS -> addEarlierReader(overwriter, source, reader);
            case PRAM -> addSighting(overwriter, reader);
            case NONE,
                    READ_YOUR_WRITES,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    READ_COMMITTED,
                    READ_ATOMIC,
                    CURSOR,
                    UPDATE_ATOMIC,
                    PREFIX,
                    PARALLEL_SNAPSHOT,
                    SNAPSHOT,
                    SERIAL -> {}
        }
    }

    /** Adds the transaction of the reader's session that read the key from {@code overwriter} before. */
    private void addEarlierReader(int overwriter, int source, int reader) {
        for (int read = history.firstRead(reader); read < history.endRead(reader) && steps > 0; read++) {
            if (history.readSource(read) != source || reads(reader, read, history.readKey(read), overwriter)) {
                continue;
            }
            for (int at = history.position(reader) - 1; at >= 0; at--) {
                int earlier = history.txnAt(history.session(reader), at);
                if (reads(earlier, history.endRead(earlier), history.readKey(read), overwriter)) {
                    suspects.set(earlier);
                    break;
                }
            }
        }
    }

    /**
     * Adds the transaction, up to the reader in its session, that read from the overwriter's session, and its source.
     */
    private void addSighting(int overwriter, int reader) {
        if (history.session(overwriter) == history.session(reader)
                && history.position(overwriter) < history.position(reader)) {
            return;
        }
        for (int at = history.position(reader); at >= 0 && steps > 0; at--) {
            int earlier = history.txnAt(history.session(reader), at);
            for (int read = history.firstRead(earlier); read < history.endRead(earlier); read++) {
                int source = history.readSource(read);
                steps--;
                if (source != INITIAL
                        && history.session(source) == history.session(overwriter)
                        && history.position(source) >= history.position(overwriter)) {
                    suspects.set(earlier);
                    suspects.set(source);
                    return;
                }
            }
        }
    }

    private boolean reads(int reader, int endRead, int key, int source) {
        for (int read = history.firstRead(reader); read < endRead; read++) {
            steps--;
            if (history.readKey(read) == key && history.readSource(read) == source) {
                return true;
            }
        }
        return false;
    }

    /** Adds a shortest path from {@code from} to {@code to}, found by a breadth-first search backwards. */
    private void addPath(int from, int to) {
        var queue = new IntArrayList();
        reachedFrom[to] = to;
        queue.add(to);
        for (int i = 0; i < queue.size() && reachedFrom[from] == UNSEEN && steps > 0; i++) {
            int vertex = queue.getInt(i);
            for (int edge = base.firstEdge(vertex); edge < base.endEdge(vertex); edge++) {
                int before = base.predecessor(edge);
                steps--;
                if (reachedFrom[before] == UNSEEN) {
                    reachedFrom[before] = vertex;
                    queue.add(before);
                }
            }
        }
        if (reachedFrom[from] != UNSEEN) {
            for (int vertex = from; vertex != to; vertex = reachedFrom[vertex]) {
                addVertex(vertex);
            }
        }
        for (int i = 0; i < queue.size(); i++) {
            reachedFrom[queue.getInt(i)] = UNSEEN;
        }
    }

    private List<Integer> list() {
        if (steps <= 0) {
            suspects.set(0, history.txnCount());
        }
        return suspects.stream().boxed().toList();
    }
}

package moirai.analysis.cycles;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.RealtimeOrder;
import moirai.history.History;

/**
 * A strongly connected component as a small graph of its own, with its transactions numbered in the order in which they
 * started, so that searches can stay within a window of time.
 */
final class Component {

    private final DependencyGraph graph;
    private final int[] txns;
    private final long[] startNanos;
    private final long[] endNanos;
    /** The latest barrier after which each transaction began, or -1. */
    private final int[] lastBarrier;

    /**
     * Copies the component.
     *
     * @param vertices the component's vertices in {@code whole}, ascending, so that barriers come last
     * @param scratch -1 for each vertex of {@code whole}; so again on return
     */
    Component(DependencyGraph whole, History history, int[] vertices, int[] scratch) {
        int count = 0;
        while (count < vertices.length && !whole.isBarrier(vertices[count])) {
            count++;
        }
        int[] ordered = vertices.clone();
        IntArrays.quickSort(ordered, 0, count, (left, right) -> {
            int byStart = Long.compare(history.startNanos(left), history.startNanos(right));
            return byStart != 0 ? byStart : Integer.compare(left, right);
        });
        this.graph = whole.induced(ordered, count, scratch);
        this.txns = Arrays.copyOf(ordered, count);
        this.startNanos = new long[count];
        this.endNanos = new long[count];
        this.lastBarrier = new int[count];
        for (int i = 0; i < count; i++) {
            startNanos[i] = history.startNanos(txns[i]);
            endNanos[i] = RealtimeOrder.end(history, txns[i]);
        }
        Arrays.fill(lastBarrier, -1);
        for (int barrier = count; barrier < graph.vertexCount(); barrier++) {
            for (int edge = graph.first(barrier); edge < graph.end(barrier); edge++) {
                if (!graph.isBarrier(graph.target(edge))) {
                    lastBarrier[graph.target(edge)] = barrier;
                }
            }
        }
    }

    DependencyGraph graph() {
        return graph;
    }

    /** Returns the transaction's id in the history. */
    int txn(int vertex) {
        return txns[vertex];
    }

    int lastBarrier(int vertex) {
        return lastBarrier[vertex];
    }

    /** Returns whether {@code earlier} ended before {@code later} began. */
    boolean precedes(int earlier, int later) {
        return endNanos[earlier] < startNanos[later];
    }
}

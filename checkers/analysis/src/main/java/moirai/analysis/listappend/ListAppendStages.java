package moirai.analysis.listappend;

import java.util.Map;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Findings;
import moirai.analysis.cycles.Shape;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.RealtimeOrder;
import moirai.analysis.graph.StartOrder;
import moirai.analysis.graph.StronglyConnected;
import moirai.history.History;

/**
 * The steps of {@link ListAppendChecker} one by one, for benchmarks. Each step uses the results of those before it.
 * Costs stand at the steps' own classes.
 */
public final class ListAppendStages {

    private final History history;
    private final Inference inference;
    private DependencyGraph graph = new DependencyGraph.Builder(0).build(0);

    /** Runs once the steps on which others build. */
    public ListAppendStages(History history) {
        this.history = history;
        this.inference = new Inference(history);
    }

    /** Attributes elements to appends; returns how many appends there are. */
    public int writes() {
        return new Writes(history).appends().size();
    }

    /** Finds who took effect; returns how many did. */
    public int committedReads() {
        return new CommittedReads(history, inference.writes()).effectiveTxns().size();
    }

    /** Orders the versions of each key; returns how many elements the last key's longest read has. */
    public int versionOrders() {
        var orders = new VersionOrders(history, inference.writes(), inference.reads());
        return history.keyCount() == 0 ? 0 : orders.traceLength(history.keyCount() - 1);
    }

    /** Looks for anomalies of single reads and for lost updates. */
    public Findings singleReads() {
        var log = new AnomalyLog(history);
        new ReadChecks(inference, log).check();
        new LostUpdates(inference, log).check();
        return log.findings(0, 0, Map.of());
    }

    /** Looks for one order of all transactions. */
    public boolean serialOrder() {
        return new SerialOrder(inference).exists();
    }

    /** Orders transactions in real time as {@link #serialOrder} does; returns their number. */
    public int realtime() {
        return new StartOrder(history, inference.reads().effectiveTxns()).size();
    }

    /**
     * Builds the graph of all dependencies, which the checker needs only without a serial order; returns the number of
     * its edges.
     */
    public int dependencies() {
        return infer().edgeCount();
    }

    /** Adds the order in real time to an empty graph; returns the number of its edges. */
    public int barriers() {
        var barriers = new DependencyGraph.Builder(history.txnCount());
        int vertices = RealtimeOrder.addTo(barriers, history, inference.reads().effectiveTxns());
        return barriers.build(vertices).edgeCount();
    }

    /** Finds the components of the graph of all dependencies, which is built at the first call; how many there are. */
    public int components() {
        if (graph.edgeCount() == 0) {
            graph = infer();
        }
        return StronglyConnected.components(graph.masked(Shape.G2.mask(Strength.REALTIME)))
                .size();
    }

    private DependencyGraph infer() {
        return new Dependencies(inference, inference.reads().effectiveTxns()).infer();
    }
}

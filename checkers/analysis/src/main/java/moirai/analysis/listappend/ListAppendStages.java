package moirai.analysis.listappend;

import java.util.Map;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Findings;
import moirai.analysis.graph.DependencyGraph;
import moirai.history.History;

/**
 * The steps of {@link ListAppendChecker} one by one, each upon what those before it give, for those who measure them.
 * Costs stand at the steps' own classes.
 */
public final class ListAppendStages {

    private final History history;
    private final Inference inference;

    /** Takes all steps that others build upon, once. */
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

    /** Looks for what single reads prove, and for lost updates. */
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

    /** Builds the graph of all dependencies, as is done only where there is no such order. */
    public DependencyGraph dependencies() {
        return new Dependencies(inference, inference.reads().effectiveTxns()).infer();
    }
}

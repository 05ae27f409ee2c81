package moirai.analysis.listappend;

import moirai.analysis.AnomalyLog;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.Phenomenon;
import moirai.analysis.graph.CycleFinder;
import moirai.analysis.graph.DependencyGraph;
import moirai.history.History;

/**
 * Judges histories of transactions that append unique elements to lists and read whole lists.
 *
 * <p>Source: Kingsbury, Alvaro, "Elle: Inferring Isolation Anomalies from Experimental Observations" (VLDB 2020).
 *
 * <ol>
 *   <li>{@link Writes}: who appended which element (recoverability).
 *   <li>{@link CommittedReads}: which transactions took effect, and what they read.
 *   <li>{@link VersionOrders}: in which order each key's elements were appended (traceability).
 *   <li>{@link ReadChecks} and {@link LostUpdates}: what single reads prove.
 *   <li>{@link Dependencies}: the graph of dependencies; {@link CycleFinder}: what its cycles prove.
 * </ol>
 *
 * <p>Sound: what is found is in every interpretation of the history that has no aborted or intermediate reads. Linear
 * in ops and in the elements of distinct lists, apart from the search within components that have cycles.
 */
public final class ListAppendChecker implements Checker {

    /** A checker without state, which any number of threads may use. */
    public ListAppendChecker() {}

    /** @throws IllegalArgumentException if the keys hold registers: their reads do not show the order of writes */
    @Override
    public Findings analyze(History history) {
        var log = new AnomalyLog(history);
        var inference = new Inference(history);
        new ReadChecks(inference, log).check();
        new LostUpdates(inference, log).check();
        doubtWhatIsAmbiguous(inference, log);
        var dependencies = new Dependencies(inference);
        DependencyGraph graph = dependencies.infer();
        CycleFinder.find(graph, history, log::add).forEach(log::doubt);
        return log.findings(inference.reads().effectiveTxns().size(), dependencies.edges());
    }

    /** A workload that appends an element twice asks more than reads can answer: nothing about that key is proven. */
    private static void doubtWhatIsAmbiguous(Inference inference, AnomalyLog log) {
        for (Phenomenon phenomenon : Phenomenon.values()) {
            inference.ambiguity().ifPresent(reason -> log.doubt(phenomenon, reason));
        }
    }
}

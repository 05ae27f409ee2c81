package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.AnalysisWatcher;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.IsolationLevel;
import moirai.analysis.Phenomenon;
import moirai.analysis.graph.CycleFinder;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.Strength;
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
 *   <li>{@link SerialOrder}: whether one order keeps to all dependencies, sessions and real time. If so, that was all.
 *   <li>{@link Dependencies}: the graph of dependencies; {@link CycleFinder}: what its cycles prove.
 * </ol>
 *
 * <p>Sound: what is found is in every interpretation of the history that has no aborted or intermediate reads. Linear
 * in ops and in the elements of distinct lists, apart from the search within components that have cycles.
 */
public final class ListAppendChecker implements Checker {

    private static final String METHOD = "cycles of dependencies";

    /** The levels whose phenomena this looks for, all of them. */
    private static final Map<IsolationLevel, String> EXAMINED = Stream.of(
                    IsolationLevel.READ_UNCOMMITTED,
                    IsolationLevel.READ_COMMITTED,
                    IsolationLevel.CURSOR_STABILITY,
                    IsolationLevel.CONSISTENT_VIEW,
                    IsolationLevel.REPEATABLE_READ,
                    IsolationLevel.SNAPSHOT_ISOLATION,
                    IsolationLevel.SERIALIZABLE,
                    IsolationLevel.STRONG_SESSION_READ_UNCOMMITTED,
                    IsolationLevel.STRONG_SESSION_READ_COMMITTED,
                    IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
                    IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                    IsolationLevel.STRONG_READ_UNCOMMITTED,
                    IsolationLevel.STRONG_READ_COMMITTED,
                    IsolationLevel.STRONG_SNAPSHOT_ISOLATION,
                    IsolationLevel.STRICT_SERIALIZABLE)
            .collect(Collectors.toUnmodifiableMap(level -> level, level -> METHOD));

    /** A checker without state, which any number of threads may use. */
    public ListAppendChecker() {}

    /** @throws IllegalArgumentException if the keys hold registers: their reads do not show the order of writes */
    @Override
    public Findings analyze(History history) {
        return analyze(history, IsolationLevel.STRICT_SERIALIZABLE, AnalysisWatcher.SILENT);
    }

    /** {@inheritDoc} All levels that cycles decide are examined, whichever is asked for. */
    @Override
    public Findings analyze(History history, IsolationLevel level, AnalysisWatcher watcher) {
        var log = new AnomalyLog(history);
        var inference = new Inference(history);
        new ReadChecks(inference, log).check();
        new LostUpdates(inference, log).check();
        doubtWhatIsAmbiguous(inference, log);
        if (!history.isTimed()) {
            log.doubtRealtime();
        }
        int effective = inference.reads().effectiveTxns().size();
        var order = new SerialOrder(inference);
        boolean hasScans = history.scanCount() > 0;
        if (order.exists() && !hasScans) {
            return log.findings(effective, order.edges(), EXAMINED);
        }
        watcher.begins("the search for cycles", log.findings(effective, 0, Map.of()));
        // The order does not know of scans, so it excludes nobody where there are any.
        IntArrayList suspects = hasScans ? inference.reads().effectiveTxns() : order.unordered();
        var dependencies = new Dependencies(inference, suspects);
        DependencyGraph graph = dependencies.infer();
        doubtWhatWasNotScanned(dependencies, log);
        CycleFinder.find(graph, history, log::add).forEach(log::doubt);
        Set<Phenomenon> found = log.findings(effective, 0, Map.of()).phenomena();
        return log.findings(
                effective, order.edges() + dependencies.predicateEdges(), examined(inference, order, found));
    }

    /**
     * The levels of which the cycles that were found say all. Appends of several transactions that nobody read come in
     * some order, which the graph does not know: if it shows nothing against a serial order, and there is none
     * nevertheless, whatever that level implies may be broken, and is for the axioms to decide.
     */
    private static Map<IsolationLevel, String> examined(Inference inference, SerialOrder order, Set<Phenomenon> found) {
        if (order.exists() || !inference.orders().hasUnplaced()) {
            return EXAMINED;
        }
        List<IsolationLevel> unbroken = IsolationLevel.unbrokenBy(found);
        for (Strength strength : Strength.values()) {
            if (unbroken.contains(serial(strength)) && !new SerialOrder(inference, strength).exists()) {
                return EXAMINED.entrySet().stream()
                        .filter(level -> isSerialAtLess(strength, level.getKey()))
                        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
            }
        }
        return EXAMINED;
    }

    private static boolean isSerialAtLess(Strength strength, IsolationLevel level) {
        return Stream.of(Strength.values())
                .anyMatch(weaker ->
                        weaker.compareTo(strength) < 0 && serial(weaker).implies(level));
    }

    private static IsolationLevel serial(Strength strength) {
        return switch (strength) {
            case PLAIN -> IsolationLevel.SERIALIZABLE;
            case PROCESS -> IsolationLevel.STRONG_SESSION_SERIALIZABLE;
            case REALTIME -> IsolationLevel.STRICT_SERIALIZABLE;
        };
    }

    private static void doubtWhatWasNotScanned(Dependencies dependencies, AnomalyLog log) {
        if (dependencies.isCutShort()) {
            EnumSet.range(Phenomenon.G_SINGLE_PREDICATE, Phenomenon.G2_REALTIME)
                    .forEach(phenomenon -> log.doubt(phenomenon, Scans.CUT_SHORT));
        }
    }

    /**
     * A workload that appends an element twice asks more than reads can answer: nothing about that key is proven for
     * which it matters who appended what.
     */
    private static void doubtWhatIsAmbiguous(Inference inference, AnomalyLog log) {
        for (Phenomenon phenomenon : Phenomenon.values()) {
            inference.ambiguity().ifPresent(reason -> log.doubt(phenomenon, reason));
        }
    }
}

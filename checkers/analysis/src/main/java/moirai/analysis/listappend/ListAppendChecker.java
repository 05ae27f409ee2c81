package moirai.analysis.listappend;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.AnalysisWatcher;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.cycles.ConflictOrder;
import moirai.analysis.cycles.CycleFinder;
import moirai.analysis.cycles.Shape;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.DependencyGraph;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

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
 *       Of a long history a second thread does step 4 meanwhile, which uses no more than the steps before.
 *   <li>{@link Dependencies}: the graph of dependencies; {@link CycleFinder}: what its cycles prove.
 *   <li>{@link ConflictOrder}: where nobody read what several appended, whether that may have been in an order that
 *       keeps to the levels which those cycles do not break.
 * </ol>
 *
 * <p>Sound: what is found is in every interpretation of the history that has no aborted or intermediate reads. Linear
 * in ops and in the elements of distinct lists, apart from the search within components that have cycles.
 */
public final class ListAppendChecker implements Checker {

    /** The levels that allow some cycles and forbid others, so that the order of unread appends matters. */
    private static final Set<IsolationLevel> NEED_AN_ORDER = Set.of(
            IsolationLevel.CURSOR_STABILITY,
            IsolationLevel.CONSISTENT_VIEW,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
            IsolationLevel.STRONG_SNAPSHOT_ISOLATION);

    /** The number of ops of a history for which a second thread is worth its start. */
    private static final int OPS_OF_TWO_THREADS = 100_000;

    /** Creates a checker without state, which any number of threads may share. */
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
        var lost = new LostUpdates(inference, log);
        SerialOrder order = whileSerialOrderIsSought(inference, () -> {
            new ReadChecks(inference, log).check();
            lost.check();
        });
        doubtWhatIsAmbiguous(inference, log);
        doubtWhatIsContested(inference, log);
        if (!history.isTimed()) {
            log.doubtRealtime();
        }
        int effective = inference.reads().effectiveTxns().size();
        if (order.exists()) {
            return log.findings(effective, order.edges(), CycleFinder.EXAMINED);
        }
        watcher.begins("the search for cycles", log.findings(effective, 0, Map.of()));
        var dependencies = new Dependencies(inference, order.unordered());
        DependencyGraph graph = dependencies.infer();
        doubtWhatWasNotInferred(dependencies, log);
        CycleFinder.find(graph, history, cycle -> log.add(lost.named(ListPairs.marked(inference, cycle))))
                .forEach(log::doubt);
        if (!inference.orders().hasUnplaced()) {
            return log.findings(effective, order.edges(), CycleFinder.EXAMINED);
        }
        List<IsolationLevel> unbroken =
                log.findings(effective, 0, CycleFinder.EXAMINED).strongestHolding();
        Set<IsolationLevel> open = openWithoutOrder(unbroken, dependencies, graph, lost);
        return log.findings(effective, order.edges(), examined(open));
    }

    /**
     * Returns the levels that allow some cycles and forbid others, and for which no order of the unread appends was
     * found that adds no forbidden cycle.
     *
     * @param unbroken the strongest levels that the cycles do not break
     * @param graph what the dependencies inferred
     */
    static Set<IsolationLevel> openWithoutOrder(
            List<IsolationLevel> unbroken, Dependencies dependencies, DependencyGraph graph, LostUpdates lost) {
        Set<IsolationLevel> proven = withSomeOrder(unbroken, dependencies.conflicts(graph));
        if (isImplied(IsolationLevel.CURSOR_STABILITY, unbroken)
                && !isImplied(IsolationLevel.CURSOR_STABILITY, proven)
                && dependencies.canAvoidLostUpdates(lost.leaders())) {
            proven.add(IsolationLevel.CURSOR_STABILITY);
        }
        return NEED_AN_ORDER.stream()
                .filter(level -> !isImplied(level, proven))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(IsolationLevel.class)));
    }

    /** Runs the checks and looks for a serial order, in two threads if the history is long: neither needs the other. */
    private static SerialOrder whileSerialOrderIsSought(Inference inference, Runnable checks) {
        Stream<Supplier<Stream<SerialOrder>>> parts = Stream.of(
                () -> {
                    checks.run();
                    return Stream.empty();
                },
                () -> Stream.of(new SerialOrder(inference)));
        boolean isLong = inference.history().opCount() >= OPS_OF_TWO_THREADS;
        return (isLong ? parts.parallel() : parts)
                .flatMap(Supplier::get)
                .toList()
                .getFirst();
    }

    /**
     * Returns the unbroken kinds of snapshot isolation for which some order of the unread appends adds no forbidden
     * cycle. That order also suffices for the levels that they imply.
     */
    private static Set<IsolationLevel> withSomeOrder(List<IsolationLevel> unbroken, ConflictOrder conflicts) {
        Set<IsolationLevel> proven = EnumSet.noneOf(IsolationLevel.class);
        for (Strength strength : List.of(Strength.REALTIME, Strength.PROCESS, Strength.PLAIN)) {
            if (isImplied(snapshots(strength), unbroken)
                    && !isImplied(snapshots(strength), proven)
                    && conflicts.isSnapshotOrder(strength)) {
                proven.add(snapshots(strength));
            }
        }
        return proven;
    }

    /**
     * Returns the levels that the cycles decide although the order of unread appends is not known. Levels that forbid
     * all cycles, or those of ww and wr edges, need no such order: without cycles, any that keeps to one of the
     * transactions will do. The others hold if one that adds no forbidden cycle was found, and are for the axioms to
     * decide if none was.
     *
     * @param open those for which none was found
     */
    public static Map<IsolationLevel, String> examined(Set<IsolationLevel> open) {
        var examined = new EnumMap<IsolationLevel, String>(CycleFinder.EXAMINED);
        examined.keySet().removeAll(open);
        return Collections.unmodifiableMap(examined);
    }

    private static boolean isImplied(IsolationLevel level, Collection<IsolationLevel> by) {
        for (IsolationLevel stronger : by) {
            if (stronger.implies(level)) {
                return true;
            }
        }
        return false;
    }

    private static IsolationLevel snapshots(Strength strength) {
        return switch (strength) {
            case PLAIN -> IsolationLevel.SNAPSHOT_ISOLATION;
            case PROCESS -> IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION;
            case REALTIME -> IsolationLevel.STRONG_SNAPSHOT_ISOLATION;
        };
    }

    static void doubtWhatWasNotInferred(Dependencies dependencies, AnomalyLog log) {
        if (dependencies.isCutShort()) {
            EnumSet.range(Phenomenon.G_SINGLE_PREDICATE, Phenomenon.G2_REALTIME)
                    .forEach(phenomenon -> log.doubt(phenomenon, Scans.CUT_SHORT));
        }
        if (dependencies.isEndOfTraceCutShort()) {
            EnumSet<Phenomenon> cycles = EnumSet.range(Phenomenon.G1C, Phenomenon.G2_REALTIME);
            cycles.addAll(EnumSet.range(Phenomenon.G0, Phenomenon.G0_REALTIME));
            cycles.forEach(phenomenon -> log.doubt(phenomenon, Dependencies.END_OF_TRACE_CUT_SHORT));
        }
        if (dependencies.isUnreadCutShort()) {
            EnumSet.range(Phenomenon.G_SINGLE, Phenomenon.G2_REALTIME)
                    .forEach(phenomenon -> log.doubt(phenomenon, Dependencies.UNREAD_CUT_SHORT));
        }
    }

    /**
     * Adds doubts about writes where reads contradict each other, if these may be in a cycle. Only the kinds of read
     * uncommitted allow such reads, and all that those forbid of cycles is G0.
     */
    static void doubtWhatIsContested(Inference inference, AnomalyLog log) {
        int[] keys = inference.orders().contested();
        if (keys.length > 0) {
            var dependencies = new Dependencies(inference, inference.reads().effectiveTxns());
            dependencies.infer();
            dependencies
                    .mayContestedCycle()
                    .forEach(strength -> log.doubt(
                            Shape.G0.phenomenon(strength),
                            "reads of key " + inference.history().keyLabel(keys[0])
                                    + " contradict each other, so the order of its appends is known in part"));
        }
    }

    /** Adds doubts about keys to which an element was appended twice: reads of them do not show who appended it. */
    static void doubtWhatIsAmbiguous(Inference inference, AnomalyLog log) {
        for (Phenomenon phenomenon : Phenomenon.values()) {
            inference.ambiguity().ifPresent(reason -> log.doubt(phenomenon, reason));
        }
    }
}

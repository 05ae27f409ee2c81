package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.listappend.oracle.Oracle;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/** The checker against brute force: the same phenomena, the same verdicts. */
@Tag("long")
class ListAppendOracleProperties {

    private static final int OFTEN_ENOUGH = 10;
    private static final Set<Dependency> RECORDED =
            EnumSet.complementOf(EnumSet.of(Dependency.PREDICATE_READ_WRITE, Dependency.READ_READ));

    private static final Set<IsolationLevel> NEED_AN_ORDER = Set.of(
            IsolationLevel.CURSOR_STABILITY,
            IsolationLevel.CONSISTENT_VIEW,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
            IsolationLevel.STRONG_SNAPSHOT_ISOLATION);

    @Provide
    Arbitrary<Sample> plausible() {
        return Samples.plausible();
    }

    @Provide
    Arbitrary<Sample> wild() {
        return Samples.wild();
    }

    @Property(tries = 4000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void checkerAgreesOnHistoriesOfAFaultyStore(@ForAll("plausible") Sample sample) {
        assertAgreement(sample);
    }

    @Property(tries = 4000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void checkerAgreesOnHistoriesWithRandomAnswers(@ForAll("wild") Sample sample) {
        assertAgreement(sample);
    }

    static void assertAgreement(Sample sample) {
        Findings findings = new ListAppendChecker().analyze(sample.history());
        Oracle oracle = Oracle.of(sample.history());

        assertThat(findings.phenomena()).isEqualTo(oracle.phenomena());
        assertThat(findings.doubts().keySet()).isEqualTo(oracle.doubts());
        assertThat(findings.txns()).isEqualTo(oracle.facts().effective().size());
        assertThat(componentsByClass(findings)).isEqualTo(componentsByClass(oracle));
        for (IsolationLevel level : IsolationLevel.values()) {
            // Where the order of unread appends matters, cycles may leave the level to others.
            boolean isLeftOpen = findings.at(level) instanceof Verdict.Undecided
                    && !findings.examined().containsKey(level)
                    && NEED_AN_ORDER.contains(level);
            if (!isLeftOpen && !breaking(findings, level).equals(breaking(oracle, level))) {
                fail("%s: %s, but %s", level.label(), findings.at(level), breaking(oracle, level));
            }
        }
    }

    private static Map<Phenomenon, Integer> componentsByClass(Findings findings) {
        Set<Phenomenon> cycles = findings.anomalies().stream()
                .filter(Anomaly.Cycle.class::isInstance)
                .map(Anomaly::phenomenon)
                .collect(Collectors.toSet());
        var counts = new EnumMap<Phenomenon, Integer>(Phenomenon.class);
        counts.putAll(findings.counts());
        counts.keySet().retainAll(cycles);
        return counts;
    }

    private static Map<Phenomenon, Integer> componentsByClass(Oracle oracle) {
        var counts = new EnumMap<Phenomenon, Integer>(Phenomenon.class);
        oracle.cycles().forEach(cycle -> counts.merge(cycle.phenomenon(), 1, Integer::sum));
        return counts;
    }

    /**
     * Returns what breaks the level; nothing if it holds, and if that is not known what may break it. Leaves out what
     * the look of a cycle tells beyond its class.
     */
    private static Set<Phenomenon> breaking(Findings findings, IsolationLevel level) {
        Set<Phenomenon> possible = switch (findings.at(level)) {
            case Verdict.Pass pass -> Set.of();
            case Verdict.Fail(var anomalies) ->
                anomalies.stream().map(Anomaly::phenomenon).collect(Collectors.toSet());
            case Verdict.Undecided undecided -> findings.doubts().keySet();
        };
        Set<Phenomenon> byClass =
                possible.stream().filter(level.forbidden()::contains).collect(Collectors.toSet());
        return byClass.isEmpty()
                ? findings.doubts().keySet().stream()
                        .filter(level.forbidden()::contains)
                        .collect(Collectors.toSet())
                : byClass;
    }

    private static Set<Phenomenon> breaking(Oracle oracle, IsolationLevel level) {
        Set<Phenomenon> proven = breaking(oracle.phenomena(), level);
        return proven.isEmpty() ? breaking(oracle.doubts(), level) : proven;
    }

    /** Returns those that are an instance of something that the level forbids. */
    private static Set<Phenomenon> breaking(Set<Phenomenon> shown, IsolationLevel level) {
        return shown.stream()
                .filter(phenomenon ->
                        Phenomenon.closure(Set.of(phenomenon)).stream().anyMatch(level.forbidden()::contains))
                .collect(Collectors.toSet());
    }

    /** Returns the ingredients of phenomena that a history has. */
    private static Set<String> material(History history) {
        var kinds = new TreeSet<String>();
        Set<Integer> effective = Oracle.of(history).facts().effective();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            kinds.add(
                    switch (history.outcome(txn)) {
                        case Outcome.Committed committed -> "committed";
                        case Outcome.Aborted aborted -> "aborted";
                        case Outcome.Indeterminate indeterminate ->
                            effective.contains(txn) ? "indeterminate and proven" : "indeterminate";
                    });
            for (int other = 0; other < txn; other++) {
                if (history.session(other) == history.session(txn)) {
                    kinds.add("session");
                }
                if (history.endNanos(other) < history.startNanos(txn)) {
                    kinds.add("real time");
                }
            }
        }
        return kinds;
    }

    /** Agreement says little about a phenomenon that no history shows, and nothing if every history shows all. */
    @Property(tries = 4000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED, seed = "1")
    void samplesShowEveryPhenomenonAndNone(@ForAll("plausible") Sample sample) {
        Set<Phenomenon> phenomena = Oracle.of(sample.history()).phenomena();
        phenomena.forEach(phenomenon -> Statistics.label("shown").collect(phenomenon));
        Statistics.label("clean").collect(phenomena.isEmpty());
        material(sample.history()).forEach(kind -> Statistics.label("material").collect(kind));
        new ListAppendChecker()
                .analyze(sample.history()).anomalies().stream()
                        .filter(Anomaly.Cycle.class::isInstance)
                        .flatMap(anomaly -> ((Anomaly.Cycle) anomaly).dependencies().stream())
                        .distinct()
                        .forEach(dependency ->
                                Statistics.label("edges of cycles").collect(dependency));

        Statistics.label("shown").coverage(coverage -> {
            var expected = EnumSet.range(Phenomenon.G0, Phenomenon.INCOMPATIBLE_ORDER);
            expected.removeAll(EnumSet.range(Phenomenon.G_SINGLE_PREDICATE, Phenomenon.G2_REALTIME));
            for (Phenomenon phenomenon : expected) {
                coverage.check(phenomenon).count(count -> count >= OFTEN_ENOUGH);
            }
        });
        Statistics.label("material").coverage(coverage -> {
            for (String kind :
                    List.of("aborted", "indeterminate", "indeterminate and proven", "session", "real time")) {
                coverage.check(kind).count(count -> count > 400);
            }
        });
        Statistics.label("edges of cycles").coverage(coverage -> {
            for (Dependency dependency : RECORDED) {
                coverage.check(dependency).count(count -> count >= OFTEN_ENOUGH);
            }
        });
        Statistics.label("clean").coverage(coverage -> coverage.check(true).count(count -> count > 100));
    }
}

package moirai.studies.keyvalue.report;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION;
import static moirai.history.level.IsolationLevel.PREFIX;
import static moirai.history.level.IsolationLevel.READ_ATOMIC;
import static moirai.history.level.IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW;
import static moirai.history.level.IsolationLevel.STRONG_SESSION_SERIALIZABLE;
import static moirai.history.level.IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.studies.keyvalue.Assertion;
import moirai.studies.keyvalue.HarnessRunner;
import moirai.studies.keyvalue.applications.Twitter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows which levels break which assertion, over all kinds of harnesses. */
@Tag("long")
class AssertionsTest {

    /** The number of runs of each kind of harness, enough for the rarest violation, which 1 run of 100 shows. */
    private static final int RUNS = Integer.getInteger("moirai.programs.runs", 150);

    static Iterable<Scenario> scenarios() {
        return Scenario.all();
    }

    /**
     * A write that rests on a stale read of the same key breaks four of the five, so that levels which refuse it hold
     * them. The feed is about real time, which only the strict levels respect.
     */
    private static Set<IsolationLevel> breaking(Assertion assertion) {
        var levels = EnumSet.of(STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, READ_ATOMIC, CAUSAL, PREFIX);
        if (assertion.equals(Twitter.FEED_IS_COMPLETE)) {
            levels.addAll(EnumSet.of(
                    PARALLEL_SNAPSHOT_ISOLATION, STRONG_SESSION_SNAPSHOT_ISOLATION, STRONG_SESSION_SERIALIZABLE));
        }
        return levels;
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void breakExactlyAtTheLevelsThatAllowTheirAnomaly(Scenario scenario) {
        Set<IsolationLevel> broken = StoreLevels.all().stream()
                .filter(level -> AssertionTable.overAllKinds(scenario, level, new Seed(3), RUNS)
                                .broken()
                        > 0)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(IsolationLevel.class)));

        assertThat(broken).as(scenario.assertion().name()).isEqualTo(breaking(scenario.assertion()));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void thePapersFigureLiesAmongThoseOfTheHarnesses(Scenario scenario) {
        var figures = Arrays.stream(HarnessKind.values())
                .map(kind -> Rate.of(scenario, kind, new HarnessRunner(CAUSAL), new Seed(3), 4 * RUNS))
                .mapToDouble(rate -> rate.broken() == 0 ? 10_000 : (double) rate.runs() / rate.broken())
                .summaryStatistics();

        // The stack's smallest figure is as good as equal to the paper's.
        assertThat(scenario.paperIterations()).isBetween(figures.getMin() * 0.8, figures.getMax());
    }
}

package moirai.runs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import moirai.analysis.durability.WriteKind;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunException;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import org.junit.jupiter.api.Test;

/** Cases are replayed on databases, with and without success. */
class ReplayIT {

    private static final HistoryCase WRITE_SKEW =
            SampleCases.of(SampleCases.WRITE_SKEW, Phenomenon.G2_ITEM, IsolationLevel.SERIALIZABLE, "repeatable-read");
    private static final HistoryCase LOST_UPDATE = SampleCases.of(
            SampleCases.LOST_UPDATE, Phenomenon.LOST_UPDATE, IsolationLevel.SNAPSHOT_ISOLATION, "read-committed");
    private static final HistoryCase READ_SKEW = SampleCases.of(
            SampleCases.READ_SKEW, Phenomenon.G_SINGLE, IsolationLevel.SNAPSHOT_ISOLATION, "read-committed");

    private static final int TIMES = 20;

    /** More than a busy machine needs: each schedule gets a share of what is left, and few attempts prove nothing. */
    private static final Duration BUDGET = Duration.ofMinutes(5);

    private static ReplayResult replay(HistoryCase found, String product, String isolation, Control... controls)
            throws InterruptedException {
        Target target = Products.named(product).orElseThrow().target(Wish.of(isolation));
        return replay(found, target, isolation, controls);
    }

    private static ReplayResult replay(HistoryCase found, Target target, String isolation, Control... controls)
            throws InterruptedException {
        var options = new ReplayOptions(TIMES, List.of(controls), BUDGET);
        return new Replay(found, options, new StopRequest(), doing -> {})
                .on(new WholeRun(settings(found, isolation), target), "");
    }

    private static RunSettings settings(HistoryCase found, String isolation) {
        IsolationLevel level =
                found.claim() instanceof Claim.Forbidden forbidden ? forbidden.level() : IsolationLevel.SERIALIZABLE;
        return new RunSettings(
                found.header().seed(),
                Workload.append(),
                new Levels(isolation, level),
                new Load(10, Duration.ofSeconds(60), 4_000),
                EvidenceRule.NONE);
    }

    private static void assertShown(ReplayResult result, Control control) {
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(ExitCode.INVALID);
        Tried best = result.best().orElseThrow();
        assertThat(best.control()).isEqualTo(control);
        assertThat(best.measured().attempts()).isEqualTo(TIMES);
        assertThat(best.measured().shown()).isGreaterThanOrEqualTo(TIMES - 1);
        assertThat(best.measured().same())
                .as(result.toString())
                .isEqualTo(best.measured().shown());
        assertThat(result.confirmation().orElseThrow().order()).isEqualTo(best.order());
    }

    @Test
    void postgresShowsWriteSkewAtRepeatableReadAndNotWhenItIsSerializable() throws InterruptedException {
        ReplayResult weak = replay(WRITE_SKEW, "postgres", "repeatable-read", Control.EXACT, Control.GATES);
        ReplayResult strong = replay(WRITE_SKEW, "postgres", "serializable", Control.EXACT);

        assertShown(weak, Control.EXACT);
        assertThat(weak.place().database()).startsWith("PostgreSQL");
        assertThat(strong.exitCode()).as(strong.toString()).isEqualTo(ExitCode.VALID);
        assertThat(strong.tried())
                .hasSizeGreaterThan(5)
                .allSatisfy(one -> assertThat(one.search().unknown()).isZero());
    }

    /** The second append waits for the lock of the first if the order demands it, and is overtaken. */
    @Test
    void postgresLosesUpdatesAtReadCommittedAndNotAtRepeatableRead() throws InterruptedException {
        assertShown(replay(LOST_UPDATE, "postgres", "read-committed", Control.EXACT), Control.EXACT);
        ReplayResult strong = replay(LOST_UPDATE, "postgres", "repeatable-read", Control.EXACT);
        assertThat(strong.exitCode()).as(strong.toString()).isEqualTo(ExitCode.VALID);
    }

    @Test
    void h2ShowsWriteSkewAtWhatItCallsSerializable() throws InterruptedException {
        HistoryCase found =
                SampleCases.of(SampleCases.WRITE_SKEW, Phenomenon.G2_ITEM, IsolationLevel.SERIALIZABLE, "serializable");

        assertShown(replay(found, "h2", "serializable", Control.EXACT), Control.EXACT);
    }

    @Test
    void h2ShowsReadSkewAtReadCommitted() throws InterruptedException {
        assertShown(replay(READ_SKEW, "h2", "read-committed", Control.EXACT), Control.EXACT);
    }

    /** The store's answers are random, so an order that may show the case does so in a share of the attempts. */
    @Test
    void theMockStoreShowsWhatItsLevelAllows() throws InterruptedException {
        ReplayResult weak = replay(WRITE_SKEW, "mock", "snapshot-isolation", Control.EXACT);
        ReplayResult strong = replay(WRITE_SKEW, "mock", "serializable", Control.EXACT);

        assertThat(weak.exitCode()).as(weak.toString()).isEqualTo(ExitCode.INVALID);
        assertThat(strong.exitCode()).as(strong.toString()).isNotEqualTo(ExitCode.INVALID);
    }

    /** Attempts make no final reads, so none of them could show it: the result would always be "not shown". */
    @Test
    void aLostAppendIsNotSoughtByAttemptsThatCannotShowIt() {
        var found = new HistoryCase(
                new Claim.Lost(WriteKind.APPEND, "10", 7), WRITE_SKEW.history(), WRITE_SKEW.origin(), List.of());

        assertThatThrownBy(() -> replay(found, "h2", "serializable", Control.EXACT))
                .isInstanceOfSatisfying(
                        RunException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_ARGUMENTS))
                .hasMessageContaining("when all faults are over");
    }

    /**
     * No whole run is begun when the time is over, and a control that was not tried does not count as not showing the
     * case.
     */
    @Test
    void whatTheTimeDoesNotSufficeForIsUnknown() throws InterruptedException {
        Target target = Products.named("h2").orElseThrow().target(Wish.of("serializable"));
        var options = new ReplayOptions(TIMES, ReplayOptions.ALL, Duration.ofNanos(1));

        ReplayResult result = new Replay(WRITE_SKEW, options, new StopRequest(), doing -> {})
                .on(new WholeRun(settings(WRITE_SKEW, "serializable"), target), "");

        assertThat(result.tried()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(result.skipped()).anyMatch(reason -> reason.startsWith("none: 2 of 2 whole runs were not begun"));
    }

    /** A simulation has no statements to hold: its seed determines it, and it shows the same each time. */
    @Test
    void aSimulationIsRunAgainAsAWhole() throws InterruptedException {
        HistoryCase found = SampleCases.of(
                SampleCases.ABORTED_READ, Phenomenon.G1A, IsolationLevel.READ_COMMITTED, "strict-serializable");
        var target = new Target.Planted(PlantedBug.ABORTED_READ, 0.1);

        ReplayResult result = replay(found, target, "strict-serializable", Control.values());

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(ExitCode.INVALID);
        assertThat(result.tried()).singleElement().satisfies(one -> {
            assertThat(one.control()).isEqualTo(Control.NONE);
            assertThat(one.measured().shown()).isEqualTo(one.measured().attempts());
        });
        assertThat(result.skipped()).anyMatch(reason -> reason.startsWith("exact was not tried, since the database"));
        assertThatThrownBy(() -> replay(found, target, "strict-serializable", Control.EXACT))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("expected faults or none");
    }
}

package moirai.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Collectors;
import moirai.analysis.streaming.StreamProgress;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.interim.InterimVerdict.Sighting;
import moirai.runs.latency.Latency;
import moirai.runs.latency.Stages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A soak of half a day, as it is seen at terminals of 80 and 60 columns. */
class DashboardTest {

    private static final Duration ELAPSED = Duration.ofHours(12);
    private static final Duration PROVEN = Duration.ofSeconds(43_198);

    @Test
    void howFarTheProofReachesIsShown() {
        assertThat(shown(verdict(Standing.HOLDS), IsolationLevel.SERIALIZABLE, 80))
                .isEqualTo("""
                seed 2a · expects serializable
                12:00:00 ████████████████░░░░░░░░ of 18:15:00
                now     3,009/s ok · 0/s aborted · 0/s indeterminate
                total   130,000,000 ok · 12 aborted · 3 indeterminate
                latency p50 1.9 ms · p99 41.0 ms · max 90.0 ms from when they were due
                stage   2 of 3 · 500/s due · 6 h 5 m 0 s left
                so far  proven serializable up to 11 h 59 m 58 s
                check   1.8 s behind · 312 held · 64 keys live · 1 sweep
                """);
        assertThat(shown(verdict(Standing.HOLDS), IsolationLevel.SERIALIZABLE, 60))
                .isEqualTo("""
                seed 2a · expects serializable
                12:00:00 ████████████████░░░░░░░░ of 18:15:00
                now     3,009/s ok · 0/s aborted · 0/s indeterminate
                total   130,000,000 ok · 12 aborted · 3 indeterminate
                latency p50 1.9 ms · p99 41.0 ms · max 90.0 ms from when t…
                stage   2 of 3 · 500/s due · 6 h 5 m 0 s left
                so far  proven serializable up to 11 h 59 m 58 s
                check   1.8 s behind · 312 held · 64 keys live · 1 sweep
                """);
    }

    @Test
    void aBrokenLevelIsShownWithTheFirstTime() {
        InterimVerdict broken = verdict(
                Standing.BROKEN,
                new Sighting("11ab-G-single-rw-wr", Phenomenon.G_SINGLE, false, 1_000_000_000, 4, 9_000_000_000L),
                new Sighting("9c1e-G2-item-rw-rw", Phenomenon.G2_ITEM, true, nanos("4h", 12), 1_234, nanos("11h", 0)));

        assertThat(verdictLines(broken, IsolationLevel.SERIALIZABLE, 120)).isEqualTo("""
                so far  INVALID: serializable is broken since 4 h 12 m 0 s, by 1 kind of anomaly; judged up to \
                11 h 59 m 58 s
                        at 4 h 12 m 0 s: write skew ×1,234 (9c1e-G2-item-rw-rw)
                        at 1.0 s: read skew, allowed ×4 (11ab-G-single-rw-wr)
                """);
        assertThat(verdictLines(broken, IsolationLevel.SERIALIZABLE, 80))
                .startsWith("so far  INVALID: serializable is broken since 4 h 12 m 0 s\n");
        assertThat(verdictLines(broken, IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, 60))
                .startsWith("so far  INVALID since 4 h 12 m 0 s: strong-session-snapsho…\n");
    }

    /** Only the first anomalies of a run are listed, and a level may be broken by one that is not among them. */
    @Test
    void aLevelIsBrokenEvenIfNoAnomalyIsListed() {
        assertThat(verdictLines(verdict(Standing.BROKEN), IsolationLevel.SERIALIZABLE, 80))
                .isEqualTo("so far  INVALID: serializable is broken; judged up to 11 h 59 m 58 s\n");
        assertThat(dashboard(verdict(Standing.BROKEN), IsolationLevel.SERIALIZABLE)
                        .lines(List.of(), TerminalSize.DEFAULT))
                .anyMatch(Dashboard.Line::isAlarm);
    }

    @Test
    void whatIsUnknownIsNotProven() {
        assertThat(verdictLines(verdict(Standing.UNKNOWN), IsolationLevel.SERIALIZABLE, 80))
                .isEqualTo("so far  unknown whether serializable holds; judged up to 11 h 59 m 58 s\n");
        assertThat(verdictLines(verdict(Standing.UNKNOWN), IsolationLevel.STRICT_SERIALIZABLE, 60))
                .isEqualTo("so far  unknown up to 11 h 59 m 58 s: strict-serializable\n");
    }

    /** Whatever the level is called, the time is shown. */
    @ParameterizedTest
    @EnumSource(IsolationLevel.class)
    void theTimeIsShownInSixtyColumns(IsolationLevel level) {
        for (Standing standing : Standing.values()) {
            Sighting[] seen = standing == Standing.BROKEN
                    ? new Sighting[] {new Sighting("1-G0", Phenomenon.G0, true, PROVEN.toNanos())}
                    : new Sighting[0];

            assertThat(verdictLines(verdict(standing, seen), level, 60).lines())
                    .allMatch(line -> line.length() < 60)
                    .first()
                    .asString()
                    .containsAnyOf(
                            "up to 11 h 59 m 58 s",
                            "INVALID: " + level.label() + " is broken since 11 h 59 m 58 s",
                            "INVALID since 11 h 59 m 58 s");
        }
    }

    @Test
    void plainLinesSayHowFarTheProofReachesAndTheStage() {
        var err = new StringWriter();
        var out = new PrintWriter(err, true);
        try (var display = new ProgressDisplay(
                new Terminal(out, out, false, false),
                settings(IsolationLevel.SERIALIZABLE),
                new ProgressDisplay.How(true, false),
                new Screen(() -> TerminalSize.DEFAULT))) {
            for (long count : new long[] {1, 2, 3}) {
                display.soFar(verdict(
                        Standing.HOLDS, new Sighting("11ab-G1a", Phenomenon.G1A, false, 1_000_000_000, count, 9)));
            }
            display.progress(new RunProgress(ELAPSED, 130_000_000, 12, 0, 0, ""));
        }

        assertThat(err.toString().lines())
                .containsExactly(
                        "so far · seen · at 1.0 s: aborted read, allowed (11ab-G1a)",
                        "12 h 0 m 0 s · 130,000,000 ok (3,009/s) · 12 aborted · stage 2/3, 500/s due ·",
                        "  proven serializable up to 11 h 59 m 58 s");
    }

    @Test
    void aRampIsShownByItsRateNow() {
        Stages stages = stages();

        assertThat(StageText.whole(stages, Duration.ofMillis(90_500))).isEqualTo("1 of 3 · 30/s due · 3 m 29 s left");
        assertThat(StageText.whole(stages, Duration.ofSeconds(5))).isEqualTo("1 of 3 · 1.7/s due · 4 m 55 s left");
        assertThat(StageText.whole(stages, Duration.ofDays(2))).isEqualTo("3 of 3 · 2,000/s due · over");
        assertThat(StageText.brief(stages, Duration.ofHours(18).plusMinutes(6))).isEqualTo("stage 3/3, 2,000/s due");
    }

    private static long nanos(String hours, int minutes) {
        return Duration.parse("PT" + hours).plusMinutes(minutes).toNanos();
    }

    private static InterimVerdict verdict(Standing standing, Sighting... sightings) {
        var levels = new EnumMap<IsolationLevel, Standing>(IsolationLevel.class);
        for (IsolationLevel level : IsolationLevel.values()) {
            levels.put(level, standing);
        }
        var work = new StreamProgress.Work(312, 129_999_688, 129_999_000, 64, 1);
        var progress = new StreamProgress(
                130_000_000, PROVEN.toNanos(), Duration.ofMillis(1_800).toNanos(), work, levels);
        return new InterimVerdict(130_000_000, List.of(sightings), progress);
    }

    private static Dashboard dashboard(InterimVerdict verdict, IsolationLevel level) {
        var dashboard = new Dashboard(settings(level), true);
        dashboard.progress(new RunProgress(ELAPSED, 130_000_000, 12, 3, 0, ""));
        dashboard.latency(new Latency(1_900, 41_000, 90_000));
        dashboard.soFar(verdict);
        return dashboard;
    }

    private static String shown(InterimVerdict verdict, IsolationLevel level, int columns) {
        return dashboard(verdict, level).lines(List.of(), new TerminalSize(columns, 24)).stream()
                .map(line -> line.text() + "\n")
                .collect(Collectors.joining());
    }

    /** Returns the lines about the verdict, without the one about the work. */
    private static String verdictLines(InterimVerdict verdict, IsolationLevel level, int columns) {
        return shown(verdict, level, columns)
                .lines()
                .filter(line -> line.startsWith("so far") || line.startsWith("     "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private static Stages stages() {
        return new Stages(List.of(
                new Stages.Stage(Duration.ofMinutes(5), true, 100),
                new Stages.Stage(Duration.ofHours(18), false, 500),
                new Stages.Stage(Duration.ofMinutes(10), false, 2_000)));
    }

    private static RunSettings settings(IsolationLevel level) {
        return new RunSettings(
                new Seed(42),
                Workload.append(),
                new Levels("serializable", level),
                new Load(10, stages().length(), Load.UNLIMITED, stages()),
                EvidenceRule.DEFAULT);
    }
}

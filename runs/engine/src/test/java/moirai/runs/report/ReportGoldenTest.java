package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.analysis.registers.Assumption;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunProgress;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunTotals;
import moirai.runs.latency.Latency;
import moirai.runs.latency.Stages;
import moirai.runs.parts.PartEnd;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

class ReportGoldenTest {

    private static final String WRITE_SKEW = """
            T0 s0 @10..50 r1=[] a2=7
            T1 s1 @20..60 r2=[] a1=8
            T2 s0 @70..80 r1=[8] r2=[7]
            """;

    private static final String READ_SKEW = """
            T0 s0 @10..90 r1=[] r2=[7]
            T1 s1 @20..60 a1=8 a2=7
            T2 s1 @95..99 r1=[8] r2=[7]
            """;

    private static RunHeader header(String isolation) {
        return header("PostgreSQL 18.6", isolation);
    }

    private static RunHeader header(String database, String isolation) {
        return new RunHeader(
                new Seed(0x7f3a), Workload.append().toString(), isolation, "serializable", database, Instant.EPOCH);
    }

    private static Judgement judge(String text, IsolationLevel expect, EvidenceRule rule) {
        return judge(HistoryNotation.parse(text), new ListAppendChecker(), expect, rule);
    }

    private static Judgement judge(History history, Checker checker, IsolationLevel expect, EvidenceRule rule) {
        return Judgement.of(history, checker, expect, rule);
    }

    @Test
    void expectationStrongerThanTheLevelAskedFor() {
        Judgement judgement = judge(WRITE_SKEW, IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);

        Golden.assertMatches("stronger-expectation.txt", VerdictText.of(judgement, header("repeatable-read")));
    }

    @Test
    void databaseBug() {
        Judgement judgement = judge(READ_SKEW, IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);

        Golden.assertMatches("database-bug.txt", VerdictText.of(judgement, header("repeatable-read")));
    }

    @Test
    void unknownDatabase() {
        Judgement judgement = judge(READ_SKEW, IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);

        Golden.assertMatches("unknown-database.txt", VerdictText.of(judgement, header("Nameless 1.0", "serializable")));
    }

    @Test
    void historyOfUnknownOrigin() {
        Judgement judgement = judge(READ_SKEW, IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);

        Golden.assertMatches("unknown-origin.txt", VerdictText.of(judgement, RunHeader.NONE));
    }

    @Test
    void valid() {
        Judgement judgement = judge(WRITE_SKEW, IsolationLevel.SNAPSHOT_ISOLATION, EvidenceRule.NONE);

        Golden.assertMatches("valid.txt", VerdictText.of(judgement, header("repeatable-read")));
    }

    @Test
    void insufficientEvidence() {
        Judgement judgement = judge(WRITE_SKEW, IsolationLevel.SNAPSHOT_ISOLATION, EvidenceRule.DEFAULT);

        Golden.assertMatches("insufficient-evidence.txt", VerdictText.of(judgement, header("repeatable-read")));
    }

    @Test
    void undecided() {
        Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
        doubts.put(Phenomenon.G2_ITEM, "the search in a component of 40,000 transactions was cut short");
        Map<IsolationLevel, String> examined = new EnumMap<>(IsolationLevel.class);
        examined.put(IsolationLevel.STRONG_SNAPSHOT_ISOLATION, "cycles of dependencies");
        examined.put(IsolationLevel.SERIALIZABLE, "cycles of dependencies");
        Checker doubtful = history -> new Findings(3, 5, examined, List.of(), Map.of(), doubts);
        Judgement judgement =
                judge(HistoryNotation.parse(WRITE_SKEW), doubtful, IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);

        Golden.assertMatches("undecided.txt", VerdictText.of(judgement, header("serializable")));
    }

    @Test
    void wholeRun() {
        var settings = new RunSettings(
                new Seed(0x7f3a),
                Workload.append(),
                new Levels("repeatable-read", IsolationLevel.SERIALIZABLE),
                new Load(10, Duration.ofSeconds(20), Load.UNLIMITED),
                EvidenceRule.DEFAULT);
        var progress = new RunProgress(Duration.ofSeconds(20), 12_345, 678, 9, 0, "");
        var totals = new RunTotals(
                progress,
                new Latency(2_100, 14_000, 80_000),
                RunTotals.Sessions.atOnePlace(19, 1),
                Instant.EPOCH,
                Duration.ofMillis(20_003));
        var result = new RunResult(
                Path.of("store/postgres-append/20261121T120000.123Z"),
                header("repeatable-read"),
                totals,
                judge(WRITE_SKEW, IsolationLevel.SERIALIZABLE, EvidenceRule.NONE),
                ExitCode.INVALID,
                new RunResult.Beside(
                        List.of("1 sessions did not answer after the end and were left behind"),
                        List.of(new RunResult.SmallCase(
                                "G2-item (write skew)",
                                2,
                                Path.of(
                                        "store/postgres-append/20261121T120000.123Z/anomalies",
                                        "9c1e4f03-G2-item-rw-rw")))));

        Golden.assertMatches(
                "whole-run.txt",
                RunText.heading("embedded PostgreSQL", settings)
                        + RunText.of(result)
                        + RunText.next(result, "moirai run --db postgres --seed 7f3a"));
    }

    @Test
    void aRunWithARateTellsBothLatencies() {
        var totals = new RunTotals(
                new RunProgress(Duration.ofSeconds(20), 12_345, 678, 9, 0, ""),
                new Latency(2_100, 14_000, 80_000),
                RunTotals.Sessions.atOnePlace(10, 0),
                Instant.EPOCH,
                Duration.ofSeconds(20),
                new RunTotals.Arrivals(Stages.constant(500), 7, new Latency(3_100, 914_000, 980_000)));
        var result = new RunResult(
                Path.of("store"),
                header("repeatable-read"),
                totals,
                judge(WRITE_SKEW, IsolationLevel.SERIALIZABLE, EvidenceRule.NONE),
                ExitCode.INVALID,
                new RunResult.Beside(List.of(), List.of()));

        assertThat(RunText.of(result).replaceAll("\\s+", " "))
                .contains("p50 3.1 ms · p99 914.0 ms · max 980.0 ms from when transactions were due, at 500/s")
                .contains("p50 2.1 ms · p99 14.0 ms · max 80.0 ms from when they began")
                .contains("7 transactions that were due had not ended");
    }

    @Test
    void aRunWithStagesThatAnAnomalyStopped() {
        var stages = new Stages(List.of(
                new Stages.Stage(Duration.ofMinutes(5), true, 100),
                new Stages.Stage(Duration.ofHours(8), false, 500),
                new Stages.Stage(Duration.ofMinutes(10), false, 2_000)));
        var settings = new RunSettings(
                new Seed(0x7f3a),
                Workload.append(),
                new Levels("repeatable-read", IsolationLevel.SERIALIZABLE),
                new Load(10, stages.length(), Load.UNLIMITED, stages),
                EvidenceRule.DEFAULT);
        var totals = new RunTotals(
                new RunProgress(Duration.ofHours(4), 7_065_000, 678, 9, 0, ""),
                new Latency(2_100, 14_000, 80_000),
                RunTotals.Sessions.atOnePlace(10, 0),
                Instant.EPOCH,
                Duration.ofHours(4),
                new RunTotals.Arrivals(stages, 7, new Latency(3_100, 914_000, 980_000)));
        var result = new RunResult(
                Path.of("store"),
                header("repeatable-read"),
                totals,
                judge(WRITE_SKEW, IsolationLevel.SERIALIZABLE, EvidenceRule.NONE),
                ExitCode.INVALID,
                new RunResult.Beside(
                        List.of("--on-anomaly: the command ended with exit code 3 (1 of 2 calls failed)"),
                        List.of(),
                        "an anomaly that serializable forbids was found, e35f-G2-item-rw-rw (--stop-on anomaly)"));

        Golden.assertMatches("stopped-run.txt", RunText.heading("embedded PostgreSQL", settings) + RunText.of(result));
    }

    /** The time, the rate and the sessions are those of both parts, as what was recorded is; latencies are marked. */
    @Test
    void aRunInTwoPartsTellsTheNumbersOfBoth() {
        var last = new RunTotals(
                new RunProgress(Duration.ofSeconds(1), 1, 0, 0, 0, ""),
                new Latency(2_100, 14_000, 80_000),
                RunTotals.Sessions.atOnePlace(29, 0),
                Instant.EPOCH,
                Duration.ofSeconds(1));
        long second = 1_000_000_000;
        var parts = List.of(
                new PartEnd(1, "", 0, second / 2, "", PartEnd.KILLED),
                new PartEnd(2, "", 3_600 * second, 3_601 * second, "a new database", PartEnd.ENDED));
        var result = new RunResult(
                Path.of("store"),
                header("repeatable-read"),
                last,
                judge(WRITE_SKEW, IsolationLevel.SERIALIZABLE, EvidenceRule.NONE),
                ExitCode.INVALID,
                new RunResult.Beside(List.of(), List.of(), "", parts));

        assertThat(RunText.of(result))
                .contains("ran      1.5 s in 2 parts on PostgreSQL 18.6 · 2 committed/s · 29 sessions")
                .contains("latency  in part 2: p50 2.1 ms");
    }

    /** Only what is to be copied is on a line of any length. */
    @Test
    void linesFitATerminalOf80Columns() {
        var stages = new Stages(List.of(
                new Stages.Stage(Duration.ofMinutes(5), true, 100), new Stages.Stage(Duration.ofHours(8), false, 500)));
        var settings = new RunSettings(
                new Seed(0x7f3a),
                Workload.append(),
                new Levels("repeatable-read", IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION),
                new Load(10, stages.length(), Load.UNLIMITED, stages),
                EvidenceRule.DEFAULT);
        Judgement doubtful = judge(WRITE_SKEW, IsolationLevel.SNAPSHOT_ISOLATION, EvidenceRule.NONE)
                .doubted("no space is left on the file system /data (/dev/sdb1) for /data/store/postgres-append/history"
                        + " and whatever else there is to be said of it in a sentence of this length");

        assertThat((RunText.heading("PostgreSQL at jdbc:postgresql://127.0.0.1:5432/postgres", settings)
                                + VerdictText.of(doubtful, header("repeatable-read")))
                        .lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    /** A long fork of registers: T2 and T3 see the two writes in opposite orders. */
    private static final String REGISTER_FORK = """
            T0 s0 w1=7
            T1 s1 w2=8
            T2 s2 r1=7 r2=nil
            T3 s3 r1=nil r2=8
            """;

    @Test
    void registersWithoutAnOrderOfCommits() {
        Judgement judgement = judge(
                HistoryNotation.parse(REGISTER_FORK),
                new LevelChecker(),
                IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
                EvidenceRule.NONE);

        Golden.assertMatches("register-verdict.txt", VerdictText.of(judgement, RunHeader.NONE));
    }

    @Test
    void anomalyOfRegistersInWordsStatementsAndProof() {
        History history = HistoryNotation.parse(REGISTER_FORK);
        Findings findings = new LevelChecker().analyze(history, IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);

        Golden.assertMatches(
                "register-fork.txt",
                AnomalyText.of(history, findings.anomalies().getFirst()));
    }

    @Test
    void levelOfRegistersThatCannotBeTold() {
        Judgement judgement = judge(
                HistoryNotation.parse(REGISTER_FORK),
                new LevelChecker(Engine.AUTO, StepBudget.DEFAULT, Set.of(Assumption.WFR_KEYS)),
                IsolationLevel.STRONG_READ_UNCOMMITTED,
                EvidenceRule.NONE);

        Golden.assertMatches("register-undecided.txt", VerdictText.of(judgement, RunHeader.NONE));
    }

    @Test
    void anomalyInWordsStatementsAndProof() {
        History history = HistoryNotation.parse(WRITE_SKEW);
        Findings findings = new ListAppendChecker().analyze(history);

        Golden.assertMatches(
                "write-skew.txt", AnomalyText.of(history, findings.anomalies().getFirst()));
    }
}

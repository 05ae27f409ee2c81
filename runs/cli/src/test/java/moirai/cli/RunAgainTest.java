package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import moirai.analysis.validation.LevelChecker;
import moirai.cli.replaying.ReplayedRun;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.Load;
import moirai.runs.cases.Claim;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunAgainTest {

    private static final RunAgain RUNS = new RunAgain(new Context(new LevelChecker(), Map.of(), false));

    @TempDir
    private Path directory;

    /** A case is untrusted input: nothing that it brings along may be run by a shell, or told to a server. */
    @Test
    void ofACaseTheRateIsTakenAndNoCommandIsRun() {
        Path touched = directory.resolve("touched");
        HistoryCase found = found(
                "run",
                "--db",
                "h2",
                "--stages",
                "5s:ramp:100/s,1m:500/s",
                "--stop-on",
                "anomaly",
                "--on-anomaly",
                "touch " + touched,
                "--on-anomaly-url=http://127.0.0.1:1/…",
                "--metrics",
                "9464",
                "--keep",
                "60s,anomalies",
                "--no-live-check");

        ReplayedRun replayed = ReplayedRun.of(found, ReplayedRun.Given.NOTHING, RUNS);
        Load load = RUNS.asked(replayed.argv()).settings().load();

        assertThat(replayed.argv()).containsExactly("--db=h2", "--stages=5s:ramp:100/s,1m:500/s");
        assertThat(load.stages()).hasToString("5s:ramp:100/s,1m:500/s");
        assertThat(load.timeLimit()).isEqualTo(Duration.ofSeconds(65));
        assertThat(touched).doesNotExist();
    }

    @Test
    void aTimeLimitOutranksThatOfTheStages() {
        Load load = RUNS.asked(List.of("--db=h2", "--stages=5s:ramp:100/s,1m:500/s", "--time-limit=8h30m"))
                .settings()
                .load();

        assertThat(load.timeLimit()).isEqualTo(Duration.ofMinutes(510));
    }

    private static HistoryCase found(String... argv) {
        return new HistoryCase(
                new Claim.Forbidden(Phenomenon.G2_ITEM, IsolationLevel.SERIALIZABLE),
                HistoryNotation.parse("T0 s0 r10=[] a25=7\nT1 s1 r25=[] a10=8\n"),
                new Origin("h2", "", List.of(argv), 5_000, List.of()),
                List.of());
    }
}

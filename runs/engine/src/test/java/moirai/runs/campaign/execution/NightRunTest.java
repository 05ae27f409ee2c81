package moirai.runs.campaign.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.changes.KnownFailures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cells are shell scripts here, which store no run. */
@Timeout(60)
class NightRunTest {

    private static final Duration FOREVER = Duration.ofDays(1);

    @TempDir
    private Path store;

    private final StopRequest stop = new StopRequest();
    private int nights;
    private final List<String> told = new ArrayList<>();

    private static Cell cell(String script, double limitSeconds) {
        return new Cell(
                Map.of("script", script), List.of("--db", script), List.of("committed > 1"), limitSeconds, false);
    }

    private static Cell cell(String script) {
        return cell(script, 30);
    }

    /** Runs what follows {@code --db} as a script; the name {@code nobody} is a program that there is not. */
    private static List<String> command(List<String> run) {
        String script = run.get(run.indexOf("--db") + 1);
        return script.equals("nobody") ? List.of("/no/such/program") : List.of("sh", "-c", script);
    }

    private static void assertEnds(long pid) throws Exception {
        if (ProcessHandle.of(pid).isPresent()) {
            ProcessHandle.of(pid).get().onExit().get(20, TimeUnit.SECONDS);
        }
    }

    private NightDirectory begun(Cell... cells) {
        String id = "20261129T02150" + nights++ + ".000Z";
        var directory = new NightDirectory(new CampaignStore(store).folder("c").resolve(id));
        directory.begin(
                new Night(new Night.Identity(id, "c", "2026-11-29T02:15:00Z", "v", "d", ""), List.of(cells), List.of()),
                "");
        return directory;
    }

    private Night run(NightDirectory directory, int parallel, Duration budget) throws InterruptedException {
        var watcher = new NightRun.Watcher() {
            @Override
            public void begun(Cell cell) {
                told.add("begun " + cell.name());
            }

            @Override
            public void ended(CellResult result) {
                told.add("ended " + result.cell());
            }
        };
        return new NightRun(directory, store, NightRunTest::command, true, stop, watcher).run(parallel, budget);
    }

    private CellResult ending(Cell cell) throws InterruptedException {
        return run(begun(cell), 1, FOREVER).results().getFirst();
    }

    private static void assertEnd(CellResult result, End end, int code, String detail) {
        assertThat(result.ending()).isEqualTo(new CellResult.Ending(end, code, "", List.of(), detail));
    }

    @Test
    void aCellThatHangsIsKilledWithItsChildren() throws Exception {
        Path pid = store.resolve("pid");

        CellResult result = ending(cell("trap '' TERM; sleep 600 & echo $! >" + pid + "; wait; wait", 0.5));

        assertThat(result.ending().end()).isEqualTo(End.HUNG);
        assertThat(result.ending().detail()).matches("killed after \\d+ s");
        assertThat(result.code()).isEqualTo(ExitCode.INTERNAL_ERROR);
        long child = Long.parseLong(Files.readString(pid).strip());
        assertEnds(child);
    }

    @Test
    void aCellThatCrashesIsAResult() throws Exception {
        assertEnd(ending(cell("echo moirai: boom; exit 7")), End.CRASHED, 7, "ended with 7: boom");
    }

    /** A JVM that cannot start ends with 1 too. */
    @Test
    void anExitCodeWithoutAVerdictProvesNothing() throws Exception {
        CellResult result = ending(cell("exit 1"));

        assertEnd(result, End.CRASHED, 1, "ended with 1");
        assertThat(result.code()).isEqualTo(ExitCode.INTERNAL_ERROR);
    }

    @Test
    void aHeapThatIsTooSmallIsTold() throws Exception {
        String says = "Terminating due to java.lang.OutOfMemoryError: Java heap space";
        assertEnd(ending(cell("echo '" + says + "'; exit 3")), End.OUT_OF_MEMORY, 3, says);
    }

    @Test
    void whatIsRefusedWasNotStarted() throws Exception {
        assertEnd(ending(cell("echo 'moirai: refused: no'; exit 253")), End.NOT_STARTED, 253, "refused: no");
        assertEnd(
                ending(cell("echo 'Error occurred during initialization of VM'; echo too large; exit 1")),
                End.NOT_STARTED,
                1,
                "too large");
        CellResult result = ending(cell("nobody"));
        assertThat(result.ending().end()).isEqualTo(End.NOT_STARTED);
        assertThat(result.ending().detail()).contains("/no/such/program");
        assertThat(result.code()).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
    }

    @Test
    void oneBadCellIsNotTheEnd() throws Exception {
        Night night =
                run(begun(cell("exit 9"), cell("exec sleep 600", 0.3), cell("exit 4"), cell("exit 5")), 2, FOREVER);

        assertThat(night.isEnded()).isTrue();
        assertThat(night.results())
                .extracting(result -> result.ending().end())
                .containsOnly(End.CRASHED, End.HUNG)
                .hasSize(4);
        assertThat(told).hasSize(8);
        assertThat(KnownFailures.NONE.code(night)).isEqualTo(ExitCode.INTERNAL_ERROR);
    }

    @Test
    void noCellBeginsAfterTheBudget() throws Exception {
        Night night = run(begun(cell("exit 9"), cell("exit 8")), 1, Duration.ZERO);

        assertThat(night.results())
                .allSatisfy(result -> assertEnd(result, End.NOT_STARTED, -1, "the budget was spent"));
        assertThat(KnownFailures.NONE.code(night)).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
    }

    @Test
    void whatIsStoppedHasNoResultAndIsExecutedWhenTheNightGoesOn() throws Exception {
        Path pid = store.resolve("pid");
        NightDirectory directory = begun(cell("exit 9"), cell("echo $$ >" + pid + "; exec sleep 600"), cell("exit 8"));
        Thread asks = Thread.ofPlatform().start(() -> {
            while (!Files.exists(pid)) {
                Thread.onSpinWait();
            }
            stop.ask(ExitCode.INTERRUPTED);
        });

        Night stopped = run(directory, 1, FOREVER);
        asks.join();

        assertThat(stopped.results()).hasSize(1);
        assertThat(stopped.missing()).hasSize(2);
        long child = Long.parseLong(Files.readString(pid).strip());
        assertEnds(child);
    }

    @Test
    void aResultThatCannotBeWrittenEndsTheNight() throws Exception {
        Path results = begun().results();
        nights--;
        NightDirectory directory = begun(cell("mkdir " + results), cell("exec sleep 600"), cell("exit 8"));

        assertThatThrownBy(() -> run(directory, 2, FOREVER)).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void cellsThatFailedComeFirstThenNewOnesThenTheOldest() throws Exception {
        Cell failed = cell("failed");
        Cell fresh = cell("fresh");
        Cell old = cell("old");
        Cell recent = cell("recent");
        Cell unstarted = cell("unstarted");
        List<Night> nights = List.of(
                night(
                        "20261129T021500.000Z",
                        result(failed, 1),
                        result(recent, 0),
                        CellRecord.notStarted(unstarted, "x")),
                night("20261128T021500.000Z", result(old, 0), result(recent, 1), result(unstarted, 0)));

        assertThat(new CellOrder(nights).of(List.of(recent, unstarted, old, fresh, failed)))
                .containsExactly(failed, fresh, unstarted, old, recent);
    }

    private static Night night(String id, CellResult... results) {
        return new Night(new Night.Identity(id, "c", "", "v", "d", ""), List.of(), List.of(results));
    }

    private static CellResult result(Cell cell, int code) {
        CellResult not = CellRecord.notStarted(cell, "");
        return new CellResult(
                cell.name(),
                new CellResult.Ending(End.JUDGED, code, "", List.of(), ""),
                "",
                List.of(),
                not.figures(),
                not.teeth(),
                not.took());
    }
}

package moirai.runs.campaign.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import moirai.runs.ExitCode;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.SampleNights;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellRecordTest {

    private static final StoredShape SHAPE =
            new StoredShape("3d1f-lost-update", "lost-update", "lost update", 12, false, true);

    @TempDir
    private Path directory;

    private static CellResult result(End end, ExitCode code, String verdict, String detail) {
        return new CellResult(
                "canary db=memory:lost-update",
                new CellResult.Ending(end, code.code(), verdict, List.of("committed > 10 (was 1)"), detail),
                "run",
                code == ExitCode.INVALID ? List.of(SHAPE) : List.of(),
                Figures.NONE,
                TeethReport.NONE,
                new CellResult.Took("", 1));
    }

    @Test
    void aCanaryIsGreenIfItsBugIsFound() {
        CellResult found = CellRecord.ofCanary(result(End.JUDGED, ExitCode.INVALID, "INVALID", ""));

        assertThat(found.code()).isEqualTo(ExitCode.VALID);
        assertThat(found.ending().detail()).isEqualTo("found its bug: lost update");
        assertThat(found.anomalies()).isEmpty();
    }

    @Test
    void aCanaryWhoseBugIsNotFoundLacksEvidence() {
        CellResult missed = CellRecord.ofCanary(result(End.JUDGED, ExitCode.VALID, "VALID", ""));
        CellResult unknown = CellRecord.ofCanary(result(End.JUDGED, ExitCode.UNKNOWN, "UNKNOWN", "too large"));

        assertThat(missed.code()).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
        assertThat(missed.ending().lacks()).containsExactly("its bug was not found in 0 transactions");
        assertThat(unknown.code()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(unknown.ending().detail()).isEqualTo("too large");
    }

    @Test
    void aCanaryThatCrashesIsACrash() {
        CellResult crashed = result(End.CRASHED, ExitCode.INTERNAL_ERROR, "", "boom");

        assertThat(CellRecord.ofCanary(crashed)).isEqualTo(crashed);
    }

    @Test
    void teethThatWereNotMeasuredSayWhy() throws IOException {
        Path output = Files.writeString(
                directory.resolve("output"),
                "moirai: store/x is no history of lists\nSee: moirai history teeth --help\n\n");
        Path report = directory.resolve("teeth.json");
        Path run = Path.of("store/x");

        assertThat(CellRecord.teeth(ended(CellProcess.How.ENDED, 254), run, report, output))
                .isEqualTo(TeethReport.none("no teeth: no history of lists"));
        assertThat(CellRecord.teeth(ended(CellProcess.How.HUNG, 143), run, report, output))
                .isEqualTo(TeethReport.unknown("killed after 7 s"));
        Files.writeString(report, "[]");
        assertThat(CellRecord.teeth(ended(CellProcess.How.ENDED, 0), run, report, output)
                        .note())
                .isEqualTo("teeth not measured: no history of lists");
    }

    /** A night that was killed may have left one, of another run of the cell. */
    @Test
    void aReportThatAnEarlierProcessLeftDoesNotCount() throws IOException {
        Path output = Files.writeString(directory.resolve("output"), "Terminating due to java.lang.OutOfMemoryError\n");
        Path report = Files.writeString(
                directory.resolve("teeth.json"), "{\"level\": \"serializable\", \"note\": \"\", \"bugs\": []}");
        Path run = Path.of("store/x");

        assertThat(CellRecord.teeth(ended(CellProcess.How.ENDED, 137), run, report, output)
                        .note())
                .isEqualTo("teeth not measured: Terminating due to java.lang.OutOfMemoryError");
        assertThat(CellRecord.teeth(ended(CellProcess.How.ENDED, 3), run, report, output)
                        .level())
                .isEqualTo("serializable");
    }

    /** A history of another kind has none; a measurement that failed may have hidden that they are dull. */
    @Test
    void teethThatCouldNotBeMeasuredAreALackOfEvidence() {
        CellResult good = SampleNights.result("db=h2", 2, List.of());

        CellResult failed = good.with(TeethReport.unknown("killed after 120 s"));

        assertThat(failed.code()).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
        assertThat(failed.ending().lacks()).containsExactly("teeth not measured: killed after 120 s");
        assertThat(good.with(TeethReport.none("no teeth: no lists")).code()).isEqualTo(ExitCode.VALID);
    }

    private CellResult recorded(
            String verdict, ExitCode ofRun, ExitCode besides, CellProcess.Ended ended, String output)
            throws IOException {
        Cell cell = SampleNights.cell("db=h2");
        Path run = Files.createDirectories(
                directory.resolve("store").resolve(cell.runName()).resolve("20261102T020001.000Z"));
        String json = String.format(Locale.ROOT, """
                {"schema": 1, "result": {"verdict": "%s", "exit-code": %d, "beside-code": %d,
                "expect": "serializable", "lack": "", "meaning": "", "notes": []}}
                """, verdict, ofRun.code(), besides.code());
        Files.writeString(run.resolve("run.json"), json);
        Path printed = Files.writeString(directory.resolve("output"), output);
        return CellRecord.of(directory.resolve("store"), cell, Set.of(), ended, printed);
    }

    /** Otherwise a known failure would hide what the run has left behind. */
    @Test
    void whatWentWrongBesidesAViolationIsKept() throws IOException {
        ExitCode invalid = ExitCode.INVALID;
        CellProcess.Ended normal = ended(CellProcess.How.ENDED, 1);

        assertThat(recorded("INVALID", invalid, ExitCode.VALID, normal, "")
                        .ending()
                        .lacks())
                .isEmpty();
        assertThat(recorded("INVALID", invalid, ExitCode.CLEAN_UP_INCOMPLETE, normal, "")
                        .ending()
                        .lacks())
                .containsExactly("besides, it ended with 252 (clean up incomplete)");
        for (int code : new int[] {252, 255, 137}) {
            CellResult result = recorded("INVALID", invalid, ExitCode.VALID, ended(CellProcess.How.ENDED, code), "");
            assertThat(result.ending().lacks()).hasSize(1);
            assertThat(result.code()).isEqualTo(invalid);
            assertThat(CellRecord.ofCanary(result).code()).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
        }
        assertThat(recorded("INVALID", invalid, ExitCode.VALID, normal, "java.lang.OutOfMemoryError: heap\n")
                        .ending()
                        .lacks())
                .hasSize(1);
    }

    @Test
    void aRunThatStoredItsVerdictAndDidNotEndWasJudged() throws IOException {
        CellResult valid = recorded("VALID", ExitCode.VALID, ExitCode.VALID, ended(CellProcess.How.HUNG, 143), "");
        CellResult invalid =
                recorded("INVALID", ExitCode.INVALID, ExitCode.VALID, ended(CellProcess.How.HUNG, 143), "");

        assertThat(valid.ending().end()).isEqualTo(End.JUDGED);
        assertThat(valid.code()).isEqualTo(ExitCode.VALID);
        assertThat(valid.ending().detail()).isEqualTo("killed after 7 s, when its verdict was stored");
        assertThat(invalid.code()).isEqualTo(ExitCode.INVALID);
        assertThat(invalid.ending().lacks()).isEmpty();
    }

    @Test
    void aRefusalEndsTheNightAsOneAndHidesNoFailure() {
        CellResult refused = CellRecord.of(
                directory, SampleNights.cell("db=a"), Set.of(), ended(CellProcess.How.ENDED, 253), directory);
        Cell other = SampleNights.cell("db=b");
        CellResult late = CellRecord.notStarted(other, "the budget was spent");
        CellResult broken = SampleNights.result("db=b", 2, List.of(SHAPE));

        assertThat(refused.ending().end()).isEqualTo(End.NOT_STARTED);
        assertThat(KnownFailures.NONE.code(SampleNights.of(2, "", List.of(refused, late))))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(KnownFailures.NONE.code(SampleNights.of(2, "", List.of(refused, broken))))
                .isEqualTo(ExitCode.INVALID);
    }

    @Test
    void aThresholdThatIsMissedIsAPromiseThatWasBroken() {
        var ending = new CellResult.Ending(End.JUDGED, 0, "VALID", List.of("p99 < 1ms (was 9ms)"), List.of(), "");
        CellResult good = SampleNights.result("db=h2", 2, List.of());
        var missed = new CellResult("db=h2", ending, "run", List.of(), good.figures(), TeethReport.NONE, good.took());

        assertThat(missed.code()).isEqualTo(ExitCode.INVALID);
        assertThat(KnownFailures.NONE.code(missed)).isEqualTo(ExitCode.INVALID);
    }

    private static CellProcess.Ended ended(CellProcess.How how, int exitCode) {
        return new CellProcess.Ended(how, exitCode, Instant.EPOCH, Duration.ofSeconds(7), "");
    }

    @Test
    void theVerdictOfAReplayIsItsLastLineButForWhereItIsKept() throws IOException {
        Path output = Files.writeString(
                directory.resolve("output"),
                "exact      shown by attempt 1\nSHOWN      20 of 20 under control: exact\nkept       in x\n");

        assertThat(CellRecord.lastLine(output)).isEqualTo("SHOWN 20 of 20 under control: exact");
    }
}

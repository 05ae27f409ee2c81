package moirai.runs.campaign.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
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
        assertThat(missed.ending().missed()).containsExactly("its bug was not found in 0 transactions");
        assertThat(unknown.code()).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
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
                .isEqualTo(TeethReport.unknown("teeth not measured: no history of lists"));
        assertThat(CellRecord.teeth(ended(CellProcess.How.HUNG, 143), run, report, output))
                .isEqualTo(TeethReport.unknown("teeth not measured: killed after 7 s"));
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

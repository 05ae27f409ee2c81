package moirai.cli.replaying;

import java.nio.file.Path;
import moirai.runs.cases.Case;
import moirai.runs.emission.CaseFiles;
import picocli.CommandLine.Parameters;

/** The argument that names a case. */
final class CaseArgument {

    @Parameters(
            paramLabel = "CASE",
            description = "A folder with a case.json, as in a run's anomalies, or such a file.")
    private Path path = Path.of(CaseFiles.CASE);

    /** Returns the file of the case. */
    Path file() {
        return CaseFiles.file(path);
    }

    /**
     * Reads the case.
     *
     * @throws moirai.history.HistoryFormatException if it is no case
     */
    Case read() {
        return CaseFiles.read(path);
    }
}

package moirai.cli.replaying;

import java.nio.file.Files;
import java.nio.file.Path;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseFormat;
import picocli.CommandLine.Parameters;

/** Which case. */
final class CaseArgument {

    private static final String FILE = "case.json";

    @Parameters(
            paramLabel = "CASE",
            description = "A folder with a case.json, as in a run's anomalies, or such a file.")
    private Path path = Path.of(FILE);

    /** The file that it stands in. */
    Path file() {
        return Files.isDirectory(path) ? path.resolve(FILE) : path;
    }

    /**
     * Reads it.
     *
     * @throws moirai.history.HistoryFormatException if it is no case
     */
    Case read() {
        return CaseFormat.read(file());
    }
}

package moirai.runs;

import java.nio.file.Path;
import java.util.List;
import moirai.history.RunHeader;

/**
 * A run that ended and was judged.
 *
 * @param directory where all of it is kept
 * @param exitCode the judgement's, or that of something that outweighs it
 * @param notes sentences about what went wrong beside the verdict, such as sessions that never answered
 */
public record RunResult(
        Path directory,
        RunHeader header,
        RunTotals totals,
        Judgement judgement,
        ExitCode exitCode,
        List<String> notes) {

    public RunResult {
        notes = List.copyOf(notes);
    }
}

package moirai.runs;

import java.nio.file.Path;
import java.util.List;
import moirai.history.RunHeader;

/**
 * A run that ended and was judged.
 *
 * @param directory where all of it is kept
 * @param exitCode the judgement's, or that of something that outweighs it
 * @param beside what there is to say beside the verdict
 */
public record RunResult(
        Path directory, RunHeader header, RunTotals totals, Judgement judgement, ExitCode exitCode, Beside beside) {

    /**
     * What there is to say beside the verdict.
     *
     * @param notes sentences about what went wrong, such as sessions that never answered
     * @param cases what was found, shrunk, each fingerprint once
     */
    public record Beside(List<String> notes, List<SmallCase> cases) {

        public Beside {
            notes = List.copyOf(notes);
            cases = List.copyOf(cases);
        }
    }

    /**
     * A case that was kept.
     *
     * @param name for people
     * @param txnCount how many transactions it has
     * @param folder where it is
     */
    public record SmallCase(String name, int txnCount, Path folder) {}

    /** Sentences about what went wrong beside the verdict. */
    public List<String> notes() {
        return beside.notes();
    }
}

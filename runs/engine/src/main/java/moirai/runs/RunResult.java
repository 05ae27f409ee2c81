package moirai.runs;

import java.nio.file.Path;
import java.util.List;
import moirai.history.RunHeader;
import moirai.runs.measures.Measures;
import moirai.runs.parts.PartEnd;

/**
 * The result of a run that ended and was judged.
 *
 * @param directory the folder that holds everything about the run
 * @param exitCode the judgement's exit code, or one that outranks it
 * @param beside the results beside the verdict
 */
public record RunResult(
        Path directory, RunHeader header, RunTotals totals, Judgement judgement, ExitCode exitCode, Beside beside) {

    /**
     * The results of a run beside the verdict.
     *
     * @param notes sentences about what went wrong, such as sessions that never answered
     * @param cases the cases that were found, shrunk, each fingerprint once
     * @param stopped the reason for which the run ended before its time, as a clause; empty if it did not, or if a
     *     signal or a failure ended it
     * @param parts the parts of the run, in their order; empty if they are not known
     * @param code the exit code that the run would have if its verdict were valid
     * @param measures what was measured of the run, and what became of the terms that were set for it
     */
    public record Beside(
            List<String> notes,
            List<SmallCase> cases,
            String stopped,
            List<PartEnd> parts,
            ExitCode code,
            Measures measures) {

        public Beside(List<String> notes, List<SmallCase> cases) {
            this(notes, cases, "");
        }

        public Beside(List<String> notes, List<SmallCase> cases, String stopped) {
            this(notes, cases, stopped, List.of());
        }

        public Beside(List<String> notes, List<SmallCase> cases, String stopped, List<PartEnd> parts) {
            this(notes, cases, stopped, parts, ExitCode.VALID, Measures.NONE);
        }

        public Beside {
            notes = List.copyOf(notes);
            cases = List.copyOf(cases);
            parts = List.copyOf(parts);
        }
    }

    /**
     * A small case that was stored.
     *
     * @param name the name for people
     * @param txnCount the number of its transactions
     * @param folder the folder that holds it
     */
    public record SmallCase(String name, int txnCount, Path folder) {}

    /** Returns sentences about what went wrong beside the verdict. */
    public List<String> notes() {
        return beside.notes();
    }
}

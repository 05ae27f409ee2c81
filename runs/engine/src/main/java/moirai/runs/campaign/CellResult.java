package moirai.runs.campaign;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;

/**
 * What became of one cell. It repeats what the files of the run say, so that nights can be compared when the runs are
 * gone.
 *
 * @param cell the name of the cell
 * @param run the directory of the run, relative to the store, with {@code /} between names; empty if there is none
 * @param anomalies the shapes of anomalies, by fingerprint; of a canary none
 * @param teeth what the run could have noticed
 */
public record CellResult(
        String cell,
        Ending ending,
        String run,
        List<StoredShape> anomalies,
        Figures figures,
        TeethReport teeth,
        Took took) {

    public CellResult {
        anomalies = List.copyOf(anomalies);
    }

    /**
     * The end of a cell.
     *
     * @param exitCode what the process ended with, or -1 if there was none
     * @param verdict the word of the judgement, such as {@code INVALID}; empty if there is none
     * @param missed the promises beside the level that do not hold, such as thresholds, with what was measured instead
     * @param lacks the reasons for which the evidence is not sufficient, or the verdict is not all that has to be said
     * @param detail why there is no verdict, or the cause of a violation; empty if nothing is to be said
     */
    public record Ending(
            End end,
            @JsonProperty("exit-code") int exitCode,
            String verdict,
            List<String> missed,
            List<String> lacks,
            String detail) {

        public Ending {
            missed = List.copyOf(missed);
            lacks = List.copyOf(lacks);
        }

        /** Makes an end at which every promise was kept that is no level. */
        public Ending(End end, int exitCode, String verdict, List<String> lacks, String detail) {
            this(end, exitCode, verdict, List.of(), lacks, detail);
        }

        /** Returns what did not hold, and then what the evidence lacks. */
        public List<String> reasons() {
            return Stream.concat(missed.stream(), lacks.stream()).toList();
        }
    }

    /**
     * When the cell ran.
     *
     * @param begun in ISO 8601; empty if it was not executed
     * @param seconds of wall time, from the start of the process to its end
     */
    public record Took(String begun, double seconds) {}

    /**
     * Returns the same result with what the run could have noticed. Dull teeth are a lack of evidence, and so are teeth
     * that could not be measured.
     */
    public CellResult with(TeethReport measured) {
        var lacks = new ArrayList<>(ending.lacks());
        measured.lack().ifPresent(lacks::add);
        return new CellResult(
                cell,
                new Ending(ending.end(), ending.exitCode(), ending.verdict(), ending.missed(), lacks, ending.detail()),
                run,
                anomalies,
                figures,
                measured,
                took);
    }

    /** Returns this result with the way to its run from another store. */
    public CellResult withRun(String other) {
        return new CellResult(cell, ending, other, anomalies, figures, teeth, took);
    }

    /** Returns what this cell means for the exit code of its campaign. */
    public ExitCode code() {
        return switch (ending.end()) {
            case JUDGED -> {
                ExitCode code = ExitCode.of(ending.exitCode()).orElse(ExitCode.INTERNAL_ERROR);
                code = ending.missed().isEmpty() ? code : code.and(ExitCode.INVALID);
                yield ending.lacks().isEmpty() ? code : code.and(ExitCode.INSUFFICIENT_EVIDENCE);
            }
            // What is refused, such as a database without a mark, will be refused in every night until it is mended.
            case NOT_STARTED ->
                ExitCode.of(ending.exitCode())
                        .filter(code -> code == ExitCode.REFUSED || code == ExitCode.BAD_ARGUMENTS)
                        .orElse(ExitCode.INSUFFICIENT_EVIDENCE);
            // A run that stored a violation and then hung has found it all the same.
            case CRASHED, HUNG, OUT_OF_MEMORY ->
                ending.verdict().equals(ExitCode.INVALID.name()) ? ExitCode.INVALID : ExitCode.INTERNAL_ERROR;
        };
    }

    /** Returns whether the database of a cell of this name has a bug that it must find. */
    public static boolean isCanary(String cell) {
        return cell.startsWith(Cell.CANARY);
    }

    /** Returns whether the cell is green: a verdict without a violation, with evidence, and no threshold missed. */
    @JsonIgnore
    public boolean isGood() {
        return code() == ExitCode.VALID;
    }
}

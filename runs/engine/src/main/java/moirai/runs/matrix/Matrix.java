package moirai.runs.matrix;

import java.util.List;
import moirai.history.Seed;
import moirai.runs.ExitCode;

/**
 * The table of a database.
 *
 * @param target the database in words, without a password
 * @param seed the seed of every run
 * @param workloads what transactions did, in words
 * @param rows the levels that were measured, in the order in which they were asked for
 * @param unmeasured the levels that were asked for and not measured
 * @param again the command that makes the table again
 */
public record Matrix(
        String target, Seed seed, List<String> workloads, List<Row> rows, List<String> unmeasured, String again) {

    public Matrix {
        workloads = List.copyOf(workloads);
        rows = List.copyOf(rows);
        unmeasured = List.copyOf(unmeasured);
    }

    /** Returns product and version, as the database reports them, or the target's name if nothing was measured. */
    public String database() {
        return rows.isEmpty() ? target : rows.getFirst().database();
    }

    /** Returns the exit code of the worst row. */
    public ExitCode exitCode() {
        return rows.stream().map(Row::exitCode).reduce(ExitCode.VALID, ExitCode::and);
    }
}

package moirai.programs.sql;

import java.sql.SQLException;
import java.util.ArrayList;

/** The harness that runs programs many times. */
public final class ProgramRuns {

    private ProgramRuns() {}

    /**
     * Runs a program as often as the options say, each time on an empty database with a seed of its own.
     *
     * @throws SQLException if the database refuses a statement that it should support, other than by a conflict or a
     *    violated constraint
     */
    public static ProgramResults run(SqlProgram program, SqlTarget target, ProgramOptions options) throws SQLException {
        return run(program, target, options, (result, database) -> {});
    }

    /** Runs a program in the same way, and calls the listener after each run. */
    public static ProgramResults run(SqlProgram program, SqlTarget target, ProgramOptions options, RunListener listener)
            throws SQLException {
        var results = new ArrayList<RunResult>();
        for (int run = 0; run < options.runs(); run++) {
            var seed = options.seed().part(run);
            try (var database = target.open(program, seed)) {
                var result = new ProgramRun(program, options, seed).on(database);
                results.add(result);
                listener.judged(result, database);
            }
        }
        return new ProgramResults(program.name(), program.assertions(), target, options, results);
    }
}

package moirai.programs.sql;

import java.sql.SQLException;
import java.util.ArrayList;

/** Runs programs many times. */
public final class ProgramRuns {

    private ProgramRuns() {}

    /**
     * Runs a program as often as the options say, each time on an empty database with a seed of its own.
     *
     * @throws SQLException if the database refuses what it should be able to do; a conflict or a violated constraint is
     * not     such
     */
    public static ProgramResults run(SqlProgram program, SqlTarget target, ProgramOptions options) throws SQLException {
        return run(program, target, options, (result, database) -> {});
    }

    /** The same, and tells of each run. */
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

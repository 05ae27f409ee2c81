package moirai.programs.sql;

import java.sql.SQLException;

/** Is told of each run as soon as it has been judged, while its database is still there. */
@FunctionalInterface
public interface RunListener {

    /** Called in the order of the runs. */
    void judged(RunResult result, SqlTarget.Database database) throws SQLException;
}

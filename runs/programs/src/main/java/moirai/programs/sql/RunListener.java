package moirai.programs.sql;

import java.sql.SQLException;

/** A listener that is called after each run is judged, while its database still exists. */
@FunctionalInterface
public interface RunListener {

    /** Receives the result of a run. Calls come in the order of the runs. */
    void judged(RunResult result, SqlTarget.Database database) throws SQLException;
}

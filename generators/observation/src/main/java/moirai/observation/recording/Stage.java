package moirai.observation.recording;

import java.sql.Connection;
import java.sql.SQLException;

/** Who is told what the application does. The connection is that of the application, and is not recorded. */
public interface Stage {

    /** A statement is about to be executed. */
    void before(Connection connection, Call call) throws SQLException;

    /** A statement has been executed, and changed so many rows; -1 for a query. */
    void after(Connection connection, Call call, long count) throws SQLException;

    /** All that was done since the last end is committed. */
    void committed();

    /** All that was done since the last end is undone. */
    void rolledBack();
}

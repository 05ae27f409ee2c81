package moirai.observation.recording;

import java.sql.Connection;
import java.sql.SQLException;

/** A listener that hears what the application does. The connection is that of the application, and is not recorded. */
public interface Stage {

    /** Notes that a statement is about to be executed. */
    void before(Connection connection, Call call) throws SQLException;

    /** Notes that a statement has been executed and changed so many rows; -1 for a query. */
    void after(Connection connection, Call call, long count) throws SQLException;

    /** Notes that everything since the last end of a transaction is committed. */
    void committed();

    /** Notes that everything since the last end of a transaction is undone. */
    void rolledBack();

    /** Notes that everything since a savepoint is undone. */
    void rolledBackToSavepoint();
}

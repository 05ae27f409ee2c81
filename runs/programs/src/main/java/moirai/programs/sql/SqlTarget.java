package moirai.programs.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import moirai.history.History;
import moirai.history.Seed;

/** Where programs run: each run gets a database of its own there, without tables. */
public sealed interface SqlTarget permits MockTarget, ServerTarget {

    /** In a few words, such as {@code mock store at causal}. */
    String describe();

    /** An empty database. */
    Database open(SqlProgram program, Seed seed) throws SQLException;

    /** A database for one run; closing it removes what was made. */
    interface Database extends AutoCloseable {

        /** A connection for the caller to close, without autocommit. */
        Connection session() throws SQLException;

        /** A connection whose reads find what was committed last, for the caller to close, without autocommit. */
        Connection observer() throws SQLException;

        /** Called after the load and before the first transaction, while no transaction is open. */
        void loaded() throws SQLException;

        /** What has happened since {@link #loaded}; empty where nobody wrote it down. */
        Optional<History> history();

        @Override
        void close() throws SQLException;
    }
}

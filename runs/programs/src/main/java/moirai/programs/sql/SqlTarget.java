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

        /**
         * Called after the last transaction, while none is open: from now on every reader finds the same state.
         *
         * <p>At a weak level even a reader of what was committed last may miss it, or find parts of several states.
         */
        void ended() throws SQLException;

        /** What has happened from {@link #loaded} to {@link #ended}; empty where nobody wrote it down. */
        Optional<History> history();

        @Override
        void close() throws SQLException;
    }
}

package moirai.programs.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import moirai.history.History;
import moirai.history.Seed;

/** A place where programs run. Each run gets a database of its own there, without tables. */
public sealed interface SqlTarget permits MockTarget, ServerTarget {

    /** Returns a name in a few words, such as {@code mock store at causal}. */
    String describe();

    /** Opens an empty database. */
    Database open(SqlProgram program, Seed seed) throws SQLException;

    /** A database for one run; closing it removes what was made. */
    interface Database extends AutoCloseable {

        /** Opens a connection without autocommit, for the caller to close. */
        Connection session() throws SQLException;

        /** Opens a connection without autocommit whose reads find what was committed last, for the caller to close. */
        Connection observer() throws SQLException;

        /** Called after the load and before the first transaction, while no transaction is open. */
        void loaded() throws SQLException;

        /**
         * Called after the last transaction, while none is open: from now on every reader finds the same state.
         *
         * <p>At a weak level even a reader of what was committed last may miss it, or find parts of several states.
         */
        void ended() throws SQLException;

        /** Returns the history from {@link #loaded} to {@link #ended}; empty if the target records none. */
        Optional<History> history();

        @Override
        void close() throws SQLException;
    }
}

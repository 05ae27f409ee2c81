package moirai.programs.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import moirai.history.History;
import moirai.history.Seed;

/** A place where programs run. Each run gets an empty database of its own there. */
public sealed interface SqlTarget permits MockTarget, ServerTarget {

    /** Returns a name in a few words, such as {@code mock store at causal}. */
    String describe();

    /** Opens an empty database. */
    Database open(SqlProgram program, Seed seed) throws SQLException;

    /** A database for one run; closing it removes everything that was created. */
    interface Database extends AutoCloseable {

        /** Opens a connection without autocommit, for the caller to close. */
        Connection session() throws SQLException;

        /**
         * Opens a connection without autocommit whose reads return the latest committed versions, for the caller to
         * close.
         */
        default Connection observer() throws SQLException {
            return session();
        }

        /** Notes that the load has ended. Called before the first transaction, while no transaction is open. */
        default void loaded() throws SQLException {}

        /**
         * Notes that the last transaction has ended, while no transaction is open: from now on all readers see the same
         * state.
         *
         * <p>At a weak level even a reader of the latest committed versions may miss some, or see parts of several
         * states.
         */
        default void ended() throws SQLException {}

        /** Returns the history from {@link #loaded} to {@link #ended}; empty if the target records none. */
        default Optional<History> history() {
            return Optional.empty();
        }

        @Override
        void close() throws SQLException;
    }
}

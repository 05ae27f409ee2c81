package moirai.scheduling;

import java.sql.SQLException;
import java.util.List;
import moirai.interception.BoundSql;

/** A listener that hears what a session does, in the session's thread. */
public interface StatementWatch {

    /**
     * Returns the steps that some statements are, which are executed at once, in their order. All but the last count as
     * past when their turn comes, and the statements are executed at the turn of the last. Statements that are no step
     * are not held.
     *
     * @param statements one, or those of a batch
     * @throws SQLException if they are not to be executed
     */
    List<Step> steps(List<BoundSql> statements) throws SQLException;

    /** Notes that the turn of some steps has come: they are executed now. */
    void begins(List<Step> steps);

    /** Notes that the database refused a statement or a COMMIT, whatever the session makes of it. */
    default void refused(SQLException failure) {}

    /** Notes that the session opens a connection, and has so many open now: all of them are one. */
    default void opens(int count) {}

    /** Notes that the database has committed all that the session did so far. */
    default void committed() {}

    /** Notes that the database has rolled back all that the session did since it last committed. */
    default void undone() {}

    /** Notes an answer to the session: how many rows were changed, or a value in a row. */
    void sees(String what);
}

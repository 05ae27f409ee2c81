package moirai.scheduling;

import java.sql.SQLException;
import java.util.List;
import moirai.interception.BoundSql;

/** Is told what a session does, in the session's thread. */
public interface StatementWatch {

    /**
     * Which steps statements are that are executed at once, in their order: all but the last are past when their turn
     * comes, and the statements are executed at the turn of the last. Statements that are no step are not held.
     *
     * @param statements one, or those of a batch
     * @throws SQLException if they are not to be executed
     */
    List<Step> steps(List<BoundSql> statements) throws SQLException;

    /** Their turn has come: they are executed now. */
    void begins(List<Step> steps);

    /** The database refused a statement or a COMMIT, whatever the session makes of it. */
    default void refused(SQLException failure) {}

    /** The session was told something: how many rows were changed, or what is in one. */
    void sees(String what);
}

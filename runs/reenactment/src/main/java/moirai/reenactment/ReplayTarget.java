package moirai.reenactment;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import moirai.directed.encoding.Scenario;
import moirai.scheduling.TurnLimits;

/** Where directed cases are replayed by sessions that hold each statement until its turn. */
public interface ReplayTarget extends CaseTarget {

    @Override
    default ReplayOutcome replay(DirectedCase wanted) throws SQLException, InterruptedException {
        return DirectedReplay.replay(wanted, this);
    }

    /**
     * Sets up the tables and first rows of a case, as tables of its own.
     *
     * @throws SQLException if the database refuses to be set up, or cannot be reached
     */
    Stage open(DirectedCase wanted) throws SQLException;

    /**
     * How long a step may take before it counts as blocked, so that others go on. The order of steps avoids waiting
     * where it can, so that a long limit costs little, and a slow server nothing.
     */
    default TurnLimits limits() {
        return new TurnLimits(Duration.ofMillis(500), Duration.ofSeconds(10));
    }

    /** Whether it is told who reads from whom, so that the cycle is there even where no value shows it. */
    default boolean isDictated() {
        return false;
    }

    /** The tables of one case, for one attempt. Closing it removes them. */
    interface Stage extends AutoCloseable {

        /** The order in which the steps are to go; without COMMITs where each statement is committed on its own. */
        List<CaseStep> order();

        /** A connection for a call, ready for its first statement. */
        Connection connect(int call) throws SQLException;

        /** A call is about to execute a statement, or to wait for its turn to do so. */
        void next(int call, String label);

        /**
         * Statements are executed now, at once, by this call, as one statement of the database; nobody else executes
         * any meanwhile. For code that is not played statement by statement.
         *
         * @param labels of these statements; none for what the case does not know
         */
        default void began(int call, List<String> labels) {}

        /** Whether an INSERT replaces a row with its key that is there, instead of being refused. */
        boolean overwrites();

        /** The rows in the end, by table in the order of the program and then by key. */
        List<Scenario.InitialRow> rows() throws SQLException;

        /** Why the target itself did not do what the case says; empty if it did. */
        List<String> refusals();

        @Override
        void close() throws SQLException;
    }
}

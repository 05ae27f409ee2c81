package moirai.reenactment;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import moirai.directed.encoding.Scenario;
import moirai.scheduling.TurnLimits;
import moirai.scheduling.TurnReport;

/** A target on which directed cases are replayed by sessions that hold each statement until its turn. */
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
     * Returns how long a step may take before it counts as blocked, so that others go on. The order of steps avoids
     * waiting if possible, so that a long limit costs little, and does not misjudge a slow server.
     */
    default TurnLimits limits() {
        return new TurnLimits(Duration.ofMillis(500), Duration.ofSeconds(10));
    }

    /**
     * Returns whether the replay dictates which write each read returns, so that the cycle is there even if no value
     * shows it.
     */
    default boolean isDictated() {
        return false;
    }

    /** The tables of one case, for one attempt. Closing it removes them. */
    interface Stage extends AutoCloseable {

        /**
         * Returns the order in which the steps are to run; without COMMITs if each statement is committed on its own.
         */
        List<CaseStep> order();

        /** Returns the steps, once each, that had to wait for a lock: names such as {@code T0.q1}. */
        default List<String> waited(TurnReport report) {
            return report.stalled().stream()
                    .map(step -> order().stream()
                            .filter(known -> known.step().equals(step))
                            .map(CaseStep::toString)
                            .findFirst()
                            .orElse(step.toString()))
                    .distinct()
                    .toList();
        }

        /** Opens a connection for a call, ready for its first statement. */
        Connection connect(int call) throws SQLException;

        /** Notes that a call is about to execute a statement, or to wait for its turn to do so. */
        void next(int call, String label);

        /**
         * Notes that this call now executes statements at once, as one statement of the database, while no other call
         * executes any. Used for code that is not played statement by statement.
         *
         * @param labels of these statements; none for statements that the case does not know
         */
        default void began(int call, List<String> labels) {}

        /** Returns whether an INSERT replaces an existing row with its key, instead of being refused. */
        boolean overwrites();

        /** Returns the final rows, by table in the order of the program and then by key. */
        List<Scenario.InitialRow> rows() throws SQLException;

        /** Returns the reasons why the target itself did not do what the case says; empty if it did. */
        List<String> refusals();

        @Override
        void close() throws SQLException;
    }
}

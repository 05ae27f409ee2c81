package moirai.reenactment;

import java.sql.SQLException;

/** What replays directed cases, however it does. */
public interface CaseTarget {

    /** The engine and its level, as in {@code H2 at read committed}. */
    String describe();

    /**
     * Replays a case once.
     *
     * @throws SQLException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile; what runs is left to the database
     */
    ReplayOutcome replay(DirectedCase wanted) throws SQLException, InterruptedException;
}

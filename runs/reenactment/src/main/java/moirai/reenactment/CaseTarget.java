package moirai.reenactment;

import java.sql.SQLException;

/** A target on which directed cases are replayed, by whatever method. */
public interface CaseTarget {

    /** Returns the engine and its level, as in {@code H2 at read committed}. */
    String describe();

    /**
     * Replays a case once.
     *
     * @throws SQLException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile; what runs is left to the database
     */
    ReplayOutcome replay(DirectedCase wanted) throws SQLException, InterruptedException;
}

package moirai.programs;

import java.sql.SQLException;

/** Signals that a program could not run because the database cannot be reached, or refuses what it should support. */
public final class ProgramException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param what the attempted action */
    ProgramException(String what, SQLException failure) {
        super(what + ": " + failure.getMessage() + " (SQLSTATE " + failure.getSQLState() + ")", failure);
    }
}

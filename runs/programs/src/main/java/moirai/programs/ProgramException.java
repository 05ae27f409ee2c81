package moirai.programs;

import java.sql.SQLException;

/** A program could not run: the database refuses what it should be able to do, or cannot be reached. */
public final class ProgramException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param what was tried */
    ProgramException(String what, SQLException failure) {
        super(what + ": " + failure.getMessage() + " (SQLSTATE " + failure.getSQLState() + ")", failure);
    }
}

package moirai.exploration.jdbc;

import java.util.Optional;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;

/**
 * A program cannot be explored: it wants something of the database that does not exist or that the store does not have,
 * or does not come to an end. What was found without it would say nothing of the program.
 */
public final class UnexplorableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * What is not supported; what is misspelt, undefined or ill-typed; and what would have to wait. Other refusals are
     * what a program has to live with: a constraint, a division by zero, a conflict.
     */
    private static final Pattern FATAL = Pattern.compile("0A...|42...|55P03");

    private static final Pattern SPACE = Pattern.compile("\\s+");

    UnexplorableException(String message) {
        super(message);
    }

    UnexplorableException(int session, String call, String reason) {
        super("'" + call + "' of session " + (session + 1) + " cannot be explored: " + reason);
    }

    UnexplorableException(int session, String call, String reason, Throwable cause) {
        this(session, call, reason);
        initCause(cause);
    }

    /** Returns why a refused statement ends the exploration; empty if it does not. */
    static Optional<String> reason(String sql, StoreException refusal) {
        return FATAL.matcher(refusal.sqlState()).matches()
                ? Optional.of(SPACE.matcher(sql.strip()).replaceAll(" ") + ": SQLSTATE " + refusal.sqlState() + ": "
                        + refusal.getMessage())
                : Optional.empty();
    }
}

package moirai.exploration.jdbc;

import java.util.Optional;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;

/**
 * Signals that a program cannot be explored: it needs something that does not exist in the database or that the store
 * does not support, or it does not end. Results of an exploration without that part would say nothing about the
 * program.
 */
public final class UnexplorableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * The SQLSTATEs that end an exploration: unsupported features, errors of syntax, names and types, and locks that
     * would have to wait. A program must expect all others: violated constraints, divisions by zero, conflicts.
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

package moirai.exploration.jdbc;

/**
 * A program wants something of the store that it cannot do: what would be found without it would say nothing of the
 * program. The message says which call, and what.
 */
public final class UnsupportedSqlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnsupportedSqlException(String call, String message) {
        super("'" + call + "' cannot be explored: " + message);
    }
}

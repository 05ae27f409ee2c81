package moirai.runs.query;

/** A question that the database refuses. Its message is the database's own, in several lines. */
public final class QueryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    QueryException(String message, Throwable cause) {
        super(message, cause);
    }

    QueryException(String message) {
        super(message);
    }
}

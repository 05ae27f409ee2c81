package moirai.exploration.jdbc;

/** The error that ends the thread of a session that is stopped. Programs must not catch it. */
final class StoppedError extends Error {

    private static final long serialVersionUID = 1L;

    /** Creates an error without a stack trace. */
    StoppedError() {
        super("the session is not explored any further", null, false, false);
    }
}

package moirai.exploration.jdbc;

/** Ends the thread of a session that nobody lets go on. Not for programs to catch. */
final class StoppedError extends Error {

    private static final long serialVersionUID = 1L;

    /** Without a stack trace: it is thrown where the session waits. */
    StoppedError() {
        super("the session is not explored any further", null, false, false);
    }
}

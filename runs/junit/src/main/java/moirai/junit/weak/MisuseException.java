package moirai.junit.weak;

/**
 * Thrown when a test can say nothing about a level, whatever it passes or fails: it is used wrongly, or it needs
 * something that the store does not have. Never an expected failure.
 */
public final class MisuseException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message says what to do. */
    public MisuseException(String message) {
        super(message);
    }

    MisuseException(String message, Throwable cause) {
        super(message, cause);
    }
}

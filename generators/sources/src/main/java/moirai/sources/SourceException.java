package moirai.sources;

/** Thrown if sources cannot be analysed; the message says file, line, what stands there and what would be accepted. */
public final class SourceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message for the user, a line for each error. */
    public SourceException(String message) {
        super(message);
    }
}

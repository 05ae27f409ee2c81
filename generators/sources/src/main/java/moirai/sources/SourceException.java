package moirai.sources;

/** Sources that cannot be analysed: says file, line, what stands there and what would be accepted. */
public final class SourceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The message is for the user, a line for each error. */
    public SourceException(String message) {
        super(message);
    }
}

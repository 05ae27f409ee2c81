package moirai.reenactment.code;

/**
 * An exception about application classes that cannot be used; the message names the class, the reason and what would be
 * accepted.
 */
public final class CodeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message is for the user. */
    public CodeException(String message) {
        super(message);
    }
}

package moirai.reenactment.code;

/** The application's classes cannot be used: says which, why, and what would be accepted. */
public final class CodeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The message is for the user. */
    public CodeException(String message) {
        super(message);
    }
}

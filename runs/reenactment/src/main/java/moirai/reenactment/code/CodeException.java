package moirai.reenactment.code;

/**
 * An exception about application classes that cannot be used; the message names the class, the reason and what would be
 * accepted.
 */
public class CodeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message is for the user. */
    public CodeException(String message) {
        super(message);
    }

    /** An exception about one call, whatever the class path is: what the method needs cannot be given to it. */
    public static final class OfCall extends CodeException {

        private static final long serialVersionUID = 1L;

        OfCall(String message) {
            super(message);
        }
    }
}

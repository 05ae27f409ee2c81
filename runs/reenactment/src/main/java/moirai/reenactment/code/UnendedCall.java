package moirai.reenactment.code;

/** A call that did not come to its end: it took too long, or wanted to end the process. */
final class UnendedCall extends Exception {

    private static final long serialVersionUID = 1L;

    UnendedCall(String message) {
        super(message);
    }
}

package moirai.observation.txns;

/** Thrown if a transaction cannot be observed; the message says what was met, and what is expected. */
public final class ObservationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Makes an exception with a message of one sentence or more. */
    public ObservationException(String message) {
        super(message);
    }

    /** Makes an exception with a message of one sentence or more and its cause. */
    public ObservationException(String message, Throwable cause) {
        super(message, cause);
    }
}

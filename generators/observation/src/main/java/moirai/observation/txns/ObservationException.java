package moirai.observation.txns;

/** Why a transaction cannot be observed, for whoever wrote the observation: what was met, and what is expected. */
public final class ObservationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** One sentence or more. */
    public ObservationException(String message) {
        super(message);
    }

    /** One sentence or more, and what was thrown. */
    public ObservationException(String message, Throwable cause) {
        super(message, cause);
    }
}

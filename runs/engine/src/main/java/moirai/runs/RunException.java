package moirai.runs;

/** The environment kept a run from going on: the disk, a server that did not start. Not a verdict on the database. */
public final class RunException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message one line that names what failed and why */
    public RunException(String message, Throwable cause) {
        super(message, cause);
    }

    public RunException(String message) {
        super(message);
    }
}

package moirai.runs;

/** The environment kept a run from going on, and more is to be said than why. Not a verdict on the database. */
public final class RunException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    /** @param message one line that names what is wrong and what would be accepted */
    public RunException(String message, ExitCode exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** @param message one line that names what failed and why */
    public RunException(String message, ExitCode exitCode, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** How the command ends. */
    public ExitCode exitCode() {
        return exitCode;
    }
}

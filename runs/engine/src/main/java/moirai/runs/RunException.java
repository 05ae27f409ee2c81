package moirai.runs;

/**
 * An error of the environment that keeps a run from going on; it carries an exit code beside its message. It is no
 * verdict on the database.
 */
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

    /** Returns the exit code of the command. */
    public ExitCode exitCode() {
        return exitCode;
    }
}

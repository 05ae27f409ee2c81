package moirai.nemesis;

import org.jspecify.annotations.Nullable;

/** A cluster could not be started here: the platform, the disk, a setting, a port. */
public final class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean isLack;

    /** @param message one line that names what failed, why, and what to do instead */
    public ClusterException(String message, Throwable cause) {
        this(message, cause, false);
    }

    public ClusterException(String message) {
        super(message);
        this.isLack = false;
    }

    private ClusterException(String message, @Nullable Throwable cause, boolean isLack) {
        super(message, cause);
        this.isLack = isLack;
    }

    /**
     * A failure that the user can mend.
     *
     * @param message what this machine lacks, and the command that installs it
     */
    public static ClusterException lack(String message) {
        return new ClusterException(message, null, true);
    }

    /** Whether the user has to install something first, and nothing was done. */
    public boolean isLack() {
        return isLack;
    }
}

package moirai.nemesis;

/** A cluster could not be started here: the platform, the disk, a setting, a port. */
public final class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean isRefusal;

    /** @param message one line that names what failed, why, and what to do instead */
    public ClusterException(String message, Throwable cause) {
        super(message, cause);
        this.isRefusal = false;
    }

    public ClusterException(String message) {
        this(message, false);
    }

    private ClusterException(String message, boolean isRefusal) {
        super(message);
        this.isRefusal = isRefusal;
    }

    /** What was asked for cannot be had: a setting that the server refuses, a package that is not installed. */
    public static ClusterException refusal(String message) {
        return new ClusterException(message, true);
    }

    /** Whether it is up to the user: the same again would fail again. */
    public boolean isRefusal() {
        return isRefusal;
    }
}

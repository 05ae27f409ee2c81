package moirai.nemesis;

/** Thrown when a cluster cannot be started here: because of the platform, the disk, a setting or a port. */
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

    /**
     * Returns an exception for a request that cannot be met: a setting that the server refuses, a package that is not
     * installed.
     */
    public static ClusterException refusal(String message) {
        return new ClusterException(message, true);
    }

    /** Returns whether the user has to change something: the same request would fail again. */
    public boolean isRefusal() {
        return isRefusal;
    }
}

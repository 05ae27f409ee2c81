package moirai.nemesis;

/** A cluster could not be started here: the platform, the disk, a setting, a port. */
public final class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message one line that names what failed, why, and what to do instead */
    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }

    public ClusterException(String message) {
        super(message);
    }
}

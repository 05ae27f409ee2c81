package moirai.nemesis;

/**
 * The way of a cluster's servers to another version while it serves, as an operator would go it. There is no way back.
 * Thread-safe.
 */
public interface Upgrade {

    /** Describes it for people: {@code from 17.11 to 18.6}. */
    String words();

    /** Returns whether every server runs the new version. */
    boolean isDone();

    /**
     * Brings the new version to all nodes that can have it while the primary stays where it is. Until
     * {@link #complete()} the cluster is of two versions.
     *
     * @throws ClusterException if that fails; {@link #complete()} does then what is missing
     */
    void begin();

    /**
     * Moves the primary to the new version and brings that to all other nodes, whatever was done of it before. Does
     * nothing if it is done.
     *
     * @throws ClusterException if that fails now; it may be tried again
     */
    void complete();
}

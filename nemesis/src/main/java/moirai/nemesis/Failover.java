package moirai.nemesis;

/** Moves the primary of a cluster that does not move it by itself, as an operator would. Thread-safe. */
public interface Failover {

    /**
     * Kills the primary if it lives, and promotes the replica that has received most among those that answer. Where
     * commits wait for replicas, enough replicas have to answer that one of them has every acknowledged commit.
     *
     * @return the new primary
     * @throws ClusterException if too few replicas answer, or if the chosen one is not promoted within a bounded time;
     *    the old primary is then started again, if this call has killed it
     */
    Node failOver();

    /**
     * Makes a replica the primary and points the others to it. The old primary is killed first if it still lives: two
     * primaries would be a fault of the operator, not of the database. Started again, it becomes a replica of the new
     * one and loses what that has not received.
     *
     * @throws ClusterException if the node is no replica that runs, or was not promoted within a bounded time
     */
    void promote(Node node);

    /**
     * Returns whether the old primary shuts down in good order and hands over all that it has. Otherwise it is killed.
     * A primary that is cut off cannot hand over anything.
     */
    default boolean isOrderly() {
        return false;
    }
}

package moirai.nemesis;

import java.util.Optional;

/** Moves the primary of a cluster that does not move it by itself, as an operator would. Thread-safe. */
public interface Failover {

    /**
     * The replica that an operator would choose: of those that run, the one that has received most. Empty if none runs.
     */
    Optional<Node> candidate();

    /**
     * Makes a replica the primary and points the others to it. The old primary is killed first if it still lives: two
     * primaries would be a fault of the operator, not of the database. Started again, it becomes a replica of the new
     * one and loses what that has not received.
     *
     * @throws ClusterException if the node is no replica that runs, or was not promoted within a bounded time
     */
    void promote(Node node);
}

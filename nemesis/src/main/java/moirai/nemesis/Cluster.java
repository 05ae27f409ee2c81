package moirai.nemesis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import moirai.nemesis.network.Links;

/** A database under test: its servers, which live no longer than this object. Thread-safe. */
public interface Cluster extends AutoCloseable {

    /**
     * Starts all nodes that do not run, in the order that they need, and returns when they take connections and follow
     * each other. What runs is left as it is, so this is also how a cluster is mended after faults.
     *
     * @throws ClusterException if a node does not start; at the first start, what was started is then ended and removed
     */
    void start();

    /**
     * Brings back nodes that run but cannot follow the others, such as a node that has what its primary never got.
     * Called again and again while there are faults; waits for nothing that a fault may prevent.
     *
     * @throws ClusterException if a node cannot be brought back now; it may be tried again
     */
    default void mend() {}

    /**
     * Waits until every node shows what had been acknowledged when this was called, as far as the product can tell, and
     * until no server process works for a client that is gone. For use when sessions and faults are over.
     *
     * @return false if the time is up before
     */
    default boolean awaitCaughtUp(Duration atMost) {
        return true;
    }

    /** Stops all nodes in good order and keeps their data; does nothing if they are stopped. */
    void stop();

    /**
     * Returns all nodes in order, in whatever state they are; empty before the first start and after {@link #close}.
     */
    List<Node> nodes();

    /** Returns the user as whom clients connect; empty if there are no users. */
    String user();

    /** Returns the user's password, which other users of the machine must not learn; empty if there is none. */
    String password();

    /** Describes the cluster in one line for people: product, version, addresses. */
    String describe();

    /** Ends all nodes and removes their data; does nothing the second time. Never throws for what is already gone. */
    @Override
    void close();

    /**
     * Returns the way to make another node the primary; empty where nodes elect a primary themselves, or all are alike.
     */
    default Optional<Failover> failover() {
        return Optional.empty();
    }

    /**
     * Returns the changes of the primary that the cluster made by itself since the last call, in order; empty where
     * nodes do not elect a primary.
     */
    default List<PrimaryMove> ownMoves() {
        return List.of();
    }

    /**
     * Returns the connections between the nodes and from clients to them, if Moirai can cut those. Must be called
     * before the first start: from then on all connections go through what can cut them.
     */
    default Optional<Links> links() {
        return Optional.empty();
    }

    /**
     * Returns the files of the nodes' tables, if Moirai can damage those; empty if it does not know them.
     */
    default Optional<Storage> storage() {
        return Optional.empty();
    }

    /** Returns the way to the version that the servers are to be brought to; empty if none was named. */
    default Optional<Upgrade> upgrade() {
        return Optional.empty();
    }

    /**
     * Returns the machines of the nodes, if Moirai can make those fail. The parts that shall fail are named before the
     * first start.
     */
    default Optional<Machines> machines() {
        return Optional.empty();
    }
}

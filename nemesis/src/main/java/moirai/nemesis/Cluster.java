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
     * Brings back nodes that run and yet cannot follow the others as they are, such as one that has what its primary
     * never got. Called again and again while there are faults; waits for nothing that a fault may prevent.
     *
     * @throws ClusterException if one cannot be brought back now; it may be tried again
     */
    default void mend() {}

    /**
     * Waits until every node shows what had been acknowledged when this was called, as far as the product can tell, and
     * until nobody works for clients that are gone; for use when sessions and faults are over.
     *
     * @return whether that is so; false when the time is up before
     */
    default boolean awaitCaughtUp(Duration atMost) {
        return true;
    }

    /** Stops all nodes in good order and keeps their data; does nothing if they are stopped. */
    void stop();

    /** All nodes in order, whatever state they are in; empty before the first start and after {@link #close}. */
    List<Node> nodes();

    /** As whom clients connect; empty if there are no users. */
    String user();

    /** The user's password, which other users of the machine must not learn; empty if there is none. */
    String password();

    /** One line for people: product, version, addresses. */
    String describe();

    /** Ends all nodes and removes their data; does nothing the second time. Never throws for what is already gone. */
    @Override
    void close();

    /** How to make another node the primary; empty where nodes see to that themselves, or all are alike. */
    default Optional<Failover> failover() {
        return Optional.empty();
    }

    /**
     * What the cluster has done by itself, and nobody has told it to, since this was asked last, in order: nothing
     * where nodes do not decide who is the primary.
     */
    default List<PrimaryMove> ownMoves() {
        return List.of();
    }

    /**
     * The connections between the nodes and from clients to them, if Moirai can cut those. To be asked for before the
     * first start: from then on all of them go through what can cut them.
     */
    default Optional<Links> links() {
        return Optional.empty();
    }

    /** The machines of its nodes, if Moirai can make those fail. What is to fail is told before the first start. */
    default Optional<Machines> machines() {
        return Optional.empty();
    }
}

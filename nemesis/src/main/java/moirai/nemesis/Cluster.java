package moirai.nemesis;

import java.util.List;

/** A database under test: its servers, which live no longer than this object. */
public interface Cluster extends AutoCloseable {

    /**
     * Starts all nodes and returns when they take connections. After {@link #stop} it starts them again on their data.
     *
     * @throws ClusterException if a node does not start; what was started is then ended and removed
     */
    void start();

    /** Stops all nodes in good order and keeps their data; does nothing if they are stopped. */
    void stop();

    /** The nodes as they run now; empty when stopped. */
    List<Node> nodes();

    /** One line for people: product, version, addresses. */
    String describe();

    /** Stops all nodes and removes their data; does nothing the second time. Never throws for what is already gone. */
    @Override
    void close();
}

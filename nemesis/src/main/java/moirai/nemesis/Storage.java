package moirai.nemesis;

import java.nio.file.Path;
import java.util.List;

/**
 * The files in which the nodes of a cluster keep the data of clients, as far as Moirai can damage those and replace
 * them. Thread-safe; every method returns within a bounded time or throws a {@link ClusterException} that says why.
 */
public interface Storage {

    /** Returns the number of bytes that the product reads and writes at once. */
    int pageBytes();

    /**
     * Ends a node's server, which runs, in good order, so that its files have all that it has. A server that was
     * killed would restore from its log what is damaged in its files.
     *
     * @return the files with the data of clients' tables, in order of their names. All lie in the node's data
     *    directory, which the cluster itself has made
     */
    List<Path> shutDown(Node node);

    /** Returns whether a node can be made a copy of another one. */
    boolean canRenew();

    /**
     * Removes the data of a node and starts it as a copy of others; a primary hands over to another node before.
     *
     * @throws ClusterException if that is not possible now; it may be tried again
     */
    void renew(Node node);
}

package moirai.nemesis.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The knowledge of a product about the files of its tables.
 *
 * @param <N> the product's nodes
 */
public interface TableFiles<N extends ServerNode> {

    /** Returns the number of bytes that the product reads and writes at once. */
    int pageBytes();

    /**
     * Ends the node's server in good order, with all that it has in its files.
     *
     * @param ending ends it
     * @return the files with the data of clients' tables, in any order; some servers tell them while they run, others
     *    make them as they end
     */
    List<Path> shutDown(N node, Runnable ending) throws IOException;

    /** Returns whether a node can be made a copy of another one. */
    boolean canRenew();

    /**
     * Removes the data of a node and starts it as a copy of others.
     *
     * @throws moirai.nemesis.ClusterException if that is not possible now
     */
    void renew(N node);
}

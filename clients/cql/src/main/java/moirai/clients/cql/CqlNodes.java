package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import moirai.clients.ClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes of a cluster that exists. Requests about the whole cluster may go to any of them. */
final class CqlNodes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CqlNodes.class);

    private final List<CqlNode> nodes;

    /** The index of the node that answered last: beginning with a node that is down costs a time-out each time. */
    private volatile int preferred;

    private volatile boolean isClosed;

    /** @param nodes at least one */
    CqlNodes(List<CqlNode> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** Returns the node for a session, in turn by their numbers. */
    CqlNode of(int session) {
        return nodes.get(session % nodes.size());
    }

    List<CqlNode> all() {
        return nodes;
    }

    /**
     * Does something at the first node that can, which need not be the node of the request before. When a node fails,
     * it is unknown whether the work was done, so doing it twice must have the same effect.
     *
     * @throws ClientException if {@code work} does, or no node is known by its name
     * @throws DriverException what the first node said if none can, or the one that finds the request itself wrong
     */
    <T> T any(Function<CqlSession, T> work) {
        var failures = new ArrayList<RuntimeException>();
        int begin = preferred;
        for (int i = 0; i < nodes.size(); i++) {
            int index = (begin + i) % nodes.size();
            CqlSession session;
            try {
                session = driver(nodes.get(index));
            } catch (ClientException | DriverException unreachable) {
                failures.add(unreachable);
                continue;
            }
            try {
                T done = work.apply(session);
                preferred = index;
                return done;
            } catch (QueryValidationException answer) {
                throw answer;
            } catch (DriverException failed) {
                LOG.debug("the next node is asked", failed);
                failures.add(failed);
            }
        }
        throw failures.getFirst();
    }

    /**
     * Returns the product's version, as the first node says that answers.
     *
     * @throws ClientException if none does
     */
    String version() {
        var failures = new ArrayList<ClientException>();
        for (CqlNode node : nodes) {
            try {
                return node.version();
            } catch (ClientException failed) {
                failures.add(failed);
            }
        }
        throw failures.getFirst();
    }

    /**
     * Returns the driver of a node that is connected. The renewal of a lease may be late, and must not wait for a
     * connection.
     */
    private CqlSession driver(CqlNode node) {
        if (isClosed) {
            throw new ClientException("the run has ended");
        }
        return node.driver();
    }

    @Override
    public void close() {
        isClosed = true;
        nodes.forEach(CqlNode::close);
    }
}

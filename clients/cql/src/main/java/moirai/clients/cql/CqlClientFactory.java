package moirai.clients.cql;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens sessions at one node of a cluster that belongs to the run. All share one driver, which connects when the first
 * session is opened.
 */
public final class CqlClientFactory implements ClientFactory {

    private static final Logger LOG = LoggerFactory.getLogger(CqlClientFactory.class);

    private final CqlNode node;
    private boolean hasPrepared;

    /**
     * Makes a factory that has not connected yet.
     *
     * @param endpoint {@code cql://HOST:PORT}
     * @throws ClientException if the URL has another form
     */
    public CqlClientFactory(Endpoint endpoint, CqlOptions options) {
        this.node = new CqlNode(endpoint, options, Keyspace.ofCluster(options.contents()));
    }

    @Override
    public synchronized void prepare() {
        String keyspace = node.keyspace().name();
        try {
            node.keyspace().create(node.driver(), Topology.of(node.driver()));
            hasPrepared = true;
            node.keyspace().createTable(node.driver());
        } catch (AlreadyExistsException exists) {
            throw new ClientException(
                    "there is a keyspace " + keyspace + " at " + node + " already: another run uses it, or has left it;"
                            + " DROP KEYSPACE " + keyspace + " removes it",
                    exists);
        } catch (DriverException failed) {
            throw node.failure("cannot make the keyspace " + keyspace + " at", failed);
        }
    }

    @Override
    public String databaseVersion() {
        return node.version();
    }

    @Override
    public Client open(int session, LongSupplier clock) {
        return node.open(session, clock);
    }

    @Override
    public synchronized void close() {
        try (node) {
            if (hasPrepared) {
                hasPrepared = false;
                node.keyspace().drop(node.driver());
            }
        } catch (DriverException | ClientException failed) {
            LOG.debug("the keyspace is left", failed);
            throw new ClientException(
                    "the keyspace " + node.keyspace().name() + " of this run is left at " + node + ": "
                            + CqlFailures.name(failed),
                    failed);
        }
    }
}

package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens sessions at the nodes of a cluster that exists and is {@linkplain CqlConsent marked}, in turn by their numbers.
 * A run has a keyspace of its own there, and the cluster for itself as long as it holds its {@link Lease}.
 */
public final class CqlClusterFactory implements ClientFactory {

    private static final Logger LOG = LoggerFactory.getLogger(CqlClusterFactory.class);

    private final Endpoint endpoint;
    private final CqlUrl url;
    private final Keyspace keyspace;
    private final List<CqlNode> nodes = new ArrayList<>();
    private Optional<Lease> lease = Optional.empty();
    private boolean hasPrepared;

    /**
     * Connects to nothing yet.
     *
     * @param endpoint a {@link CqlUrl}
     * @throws ClientException if the URL is not such a one
     */
    public CqlClusterFactory(Endpoint endpoint, CqlOptions options) {
        this.endpoint = endpoint;
        this.url = CqlUrl.parse(endpoint.url());
        this.keyspace = Keyspace.ofRun(options.contents());
        for (CqlUrl.Node node : url.nodes()) {
            var only = new Endpoint(url.only(node).toString(), endpoint.user(), endpoint.password());
            nodes.add(new CqlNode(only, options, keyspace));
        }
    }

    @Override
    public synchronized void prepare() {
        var session = nodes.getFirst().driver();
        try {
            lease = Optional.of(Lease.take(session, keyspace.name()));
            hasPrepared = true;
            keyspace.create(session, Topology.of(session).in(url.datacenter()));
        } catch (DriverException failed) {
            throw failure("cannot make the keyspace " + keyspace.name() + " at", failed);
        }
    }

    /** At the first node that answers, which need not be the one that made what is to be asked for or dropped. */
    private CqlSession anySession() {
        var failures = new ArrayList<DriverException>();
        for (CqlNode node : nodes) {
            try {
                node.version();
                return node.driver();
            } catch (ClientException | DriverException failed) {
                LOG.debug("the next node is asked", failed);
                if (failed instanceof DriverException own) {
                    failures.add(own);
                } else if (failed.getCause() instanceof DriverException cause) {
                    failures.add(cause);
                }
            }
        }
        throw failures.getFirst();
    }

    @Override
    public void confirm() {
        lease.ifPresent(Lease::confirm);
    }

    @Override
    public String databaseVersion() {
        return nodes.getFirst().version();
    }

    @Override
    public Client open(int session, LongSupplier clock) {
        return nodes.get(session % nodes.size()).open(session, clock);
    }

    /** Keyspaces of runs, if no run lives; of those none that holds a table without our comment. */
    @Override
    public synchronized void clear() {
        try {
            var session = nodes.getFirst().driver();
            var clearing = Lease.take(session, "moirai target release");
            try (clearing) {
                for (String left : CqlConsent.keyspacesOfRuns(session)) {
                    Keyspace.drop(session, left);
                }
                Keyspace.awaitAgreement(session);
            }
        } catch (InvalidQueryException unmarked) {
            LOG.debug("without a mark there is no lease, and nothing is dropped", unmarked);
        } catch (ClientException lives) {
            LOG.debug("nothing is dropped while a run lives", lives);
        } catch (DriverException failed) {
            throw failure("cannot drop what runs have left at", failed);
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (hasPrepared) {
                hasPrepared = false;
                keyspace.drop(anySession());
                lease.ifPresent(Lease::close);
            }
        } catch (DriverException failed) {
            LOG.debug("the keyspace is left", failed);
            throw failure(
                    "the keyspace " + keyspace.name() + " of this run is left (moirai target release removes it) at",
                    failed);
        } finally {
            lease.ifPresent(Lease::stop);
            nodes.forEach(CqlNode::close);
        }
    }

    private ClientException failure(String what, DriverException failed) {
        return CqlFailures.exception(what + " " + endpoint, failed);
    }
}

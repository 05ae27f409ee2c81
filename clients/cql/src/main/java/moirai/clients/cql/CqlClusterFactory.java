package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.ArrayList;
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
    private final CqlNodes nodes;
    private Optional<Lease> lease = Optional.empty();
    private boolean hasPrepared;

    /**
     * Makes a factory that has not connected yet.
     *
     * @param endpoint a {@link CqlUrl}
     * @throws ClientException if the URL has another form
     */
    public CqlClusterFactory(Endpoint endpoint, CqlOptions options) {
        this.endpoint = endpoint;
        this.url = CqlUrl.parse(endpoint.url());
        this.keyspace = Keyspace.ofRun(options.contents());
        var all = new ArrayList<CqlNode>();
        for (CqlUrl.Node node : url.nodes()) {
            var only = new Endpoint(url.only(node).toString(), endpoint.user(), endpoint.password());
            all.add(new CqlNode(only, options, keyspace));
        }
        this.nodes = new CqlNodes(all);
    }

    /**
     * Checks the nodes and creates the keyspace. Sessions at nodes of different clusters would share nothing, and at
     * different datacenters no replicas.
     */
    @Override
    public synchronized void prepare() {
        try {
            Topology topology = topology();
            lease = Optional.of(Lease.take(nodes, keyspace.name()));
            hasPrepared = true;
            // At one node, since a keyspace that another has made by then is taken for somebody else's.
            CqlSession first = nodes.all().getFirst().driver();
            keyspace.create(first, topology);
            keyspace.createTable(first);
        } catch (DriverException failed) {
            throw failure("cannot make the keyspace " + keyspace.name() + " at", failed);
        }
    }

    private Topology topology() {
        CqlNode first = nodes.all().getFirst();
        Topology topology = Topology.of(first.driver()).in(url.datacenter());
        for (CqlNode node : nodes.all()) {
            Topology other = Topology.of(node.driver()).in(url.datacenter());
            topology.difference(other).ifPresent(difference -> {
                throw ClientException.refusal("--node: " + first + " is " + difference.ours() + ", and " + node + " is "
                        + difference.theirs() + ": expected nodes of one datacenter of one cluster");
            });
        }
        return topology;
    }

    @Override
    public void confirm() {
        lease.ifPresent(Lease::confirm);
    }

    @Override
    public String databaseVersion() {
        return nodes.version();
    }

    @Override
    public Client open(int session, LongSupplier clock) {
        return nodes.of(session).open(session, clock);
    }

    /**
     * Drops the keyspaces of runs, except those that hold a table without our comment.
     *
     * @throws ClientException as a guard-rail, if a run still lives; then nothing is dropped
     */
    @Override
    public synchronized void clear() {
        try {
            var clearing = Lease.take(nodes, Lease.ofRelease());
            try (clearing) {
                nodes.any(session -> {
                    for (String left : CqlConsent.keyspacesOfRuns(session)) {
                        Keyspace.drop(session, left);
                    }
                    Keyspace.awaitAgreement(session);
                    return session;
                });
            }
        } catch (InvalidQueryException unmarked) {
            LOG.debug("without a mark there is no lease, and nothing is dropped", unmarked);
        } catch (DriverException failed) {
            throw failure("cannot drop what runs have left at", failed);
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (hasPrepared) {
                hasPrepared = false;
                nodes.any(session -> {
                    keyspace.drop(session);
                    return session;
                });
                lease.ifPresent(Lease::close);
            }
        } catch (DriverException | ClientException failed) {
            LOG.debug("the keyspace is left", failed);
            throw left(failed);
        } finally {
            lease.ifPresent(Lease::stop);
            nodes.close();
        }
    }

    private ClientException left(RuntimeException failed) {
        String what = "the keyspace " + keyspace.name() + " of this run is left (moirai target release removes it) at";
        return failed instanceof DriverException unanswered
                ? failure(what, unanswered)
                : new ClientException(what + " " + endpoint + ": " + failed.getMessage(), failed);
    }

    private ClientException failure(String what, DriverException failed) {
        return CqlFailures.exception(what + " " + endpoint, failed);
    }
}

package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.util.Optional;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;

/** One node with its driver, which connects at the first request and which all sessions at the node share. */
final class CqlNode implements AutoCloseable {

    private final Endpoint endpoint;
    private final CqlUrl.Node node;
    private final CqlOptions options;
    private final Keyspace keyspace;

    private Optional<CqlSession> driver = Optional.empty();
    private Optional<Statements> statements = Optional.empty();

    /** @param endpoint of which this is the first node */
    CqlNode(Endpoint endpoint, CqlOptions options, Keyspace keyspace) {
        this.endpoint = endpoint;
        this.node = CqlUrl.parse(endpoint.url()).nodes().getFirst();
        this.options = options;
        this.keyspace = keyspace;
    }

    Keyspace keyspace() {
        return keyspace;
    }

    synchronized CqlSession driver() {
        if (driver.isEmpty()) {
            driver = Optional.of(Driver.connect(node.address(), endpoint, options));
        }
        return driver.get();
    }

    private synchronized Statements statements() {
        if (statements.isEmpty()) {
            statements = Optional.of(new Statements(driver(), options, keyspace));
        }
        return statements.get();
    }

    String version() {
        try {
            var row =
                    driver().execute("SELECT release_version FROM system.local").one();
            return "Apache Cassandra " + (row == null ? "" : row.getString(0));
        } catch (DriverException failed) {
            throw failure("cannot ask for the version at", failed);
        }
    }

    Client open(int session, LongSupplier clock) {
        try {
            Statements prepared = statements();
            // Else every transaction at a node that is not there would be refused at once, thousands a second.
            prepared.probe();
            return new CqlClient(session, clock, prepared, options.mode());
        } catch (DriverException failed) {
            throw failure("cannot open session " + session + " at", failed);
        }
    }

    ClientException failure(String what, DriverException failed) {
        return CqlFailures.exception(what + " " + endpoint, failed);
    }

    synchronized boolean isConnected() {
        return driver.isPresent();
    }

    @Override
    public synchronized void close() {
        driver.ifPresent(CqlSession::close);
        driver = Optional.empty();
        statements = Optional.empty();
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}

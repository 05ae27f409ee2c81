package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens sessions at one node of a Cassandra cluster; all share one driver, which connects when the first is opened. */
public final class CqlClientFactory implements ClientFactory {

    private static final Logger LOG = LoggerFactory.getLogger(CqlClientFactory.class);

    /** How the URL of a node begins; host and port follow. */
    public static final String URL_START = "cql://";

    private static final int PORT_DEFAULT = 9042;

    private final Endpoint endpoint;
    private final InetSocketAddress address;
    private final CqlOptions options;

    private Optional<CqlSession> driver = Optional.empty();
    private Optional<Statements> statements = Optional.empty();
    private boolean hasPrepared;

    /**
     * Connects to nothing yet.
     *
     * @param endpoint {@code cql://HOST:PORT}
     * @throws ClientException if the URL is not such a one
     */
    public CqlClientFactory(Endpoint endpoint, CqlOptions options) {
        this.endpoint = endpoint;
        this.address = address(endpoint.url());
        this.options = options;
    }

    static InetSocketAddress address(String url) {
        String rest = url.startsWith(URL_START) ? url.substring(URL_START.length()) : "";
        int colon = rest.lastIndexOf(':');
        String host = colon < 0 ? rest : rest.substring(0, colon);
        try {
            int port = colon < 0 ? PORT_DEFAULT : Integer.parseInt(rest.substring(colon + 1));
            if (!host.isBlank() && port > 0 && port <= 0xffff) {
                return new InetSocketAddress(host, port);
            }
        } catch (NumberFormatException noPort) {
            // The message below says what is expected.
        }
        throw new ClientException("'" + url + "' is not the address of a node: expected " + URL_START + "HOST:PORT");
    }

    @Override
    public synchronized void prepare() {
        try {
            Keyspace.create(driver());
            hasPrepared = true;
        } catch (AlreadyExistsException exists) {
            throw new ClientException(
                    "there is a keyspace " + Keyspace.NAME + " at " + endpoint
                            + " already: another run uses it, or has left it; DROP KEYSPACE " + Keyspace.NAME
                            + " removes it",
                    exists);
        } catch (DriverException failed) {
            throw failure("cannot make the keyspace " + Keyspace.NAME + " at", failed);
        }
    }

    @Override
    public synchronized String databaseVersion() {
        try {
            var row =
                    driver().execute("SELECT release_version FROM system.local").one();
            return "Apache Cassandra " + (row == null ? "" : row.getString(0));
        } catch (DriverException failed) {
            throw failure("cannot ask for the version at", failed);
        }
    }

    @Override
    public Client open(int session, LongSupplier clock) {
        try {
            Statements prepared = statements();
            // Else every transaction at a node that is not there would be refused at once, thousands a second.
            prepared.probe();
            return new CqlClient(session, clock, prepared, options.mode());
        } catch (DriverException failed) {
            throw failure("cannot open session " + session + " at", failed);
        }
    }

    private synchronized Statements statements() {
        if (statements.isEmpty()) {
            statements = Optional.of(new Statements(driver(), options));
        }
        return statements.get();
    }

    private CqlSession driver() {
        if (driver.isEmpty()) {
            driver = Optional.of(Driver.connect(address, endpoint, options));
        }
        return driver.get();
    }

    private ClientException failure(String what, DriverException failed) {
        // What the driver says of a node that did not answer is the same in many words.
        String said = CqlFailures.isAnswer(failed) ? ", " + failed.getMessage() : "";
        return new ClientException(what + " " + endpoint + ": " + CqlFailures.name(failed) + said, failed);
    }

    @Override
    public synchronized void close() {
        driver.ifPresent(connected -> {
            try (connected) {
                if (hasPrepared) {
                    Keyspace.drop(connected);
                }
            } catch (DriverException | ClientException failed) {
                LOG.debug("the keyspace is left", failed);
                throw new ClientException(
                        "the keyspace " + Keyspace.NAME + " of this run is left at " + endpoint + ": "
                                + CqlFailures.name(failed),
                        failed);
            } finally {
                driver = Optional.empty();
                statements = Optional.empty();
                hasPrepared = false;
            }
        });
    }
}

package moirai.clients.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.Dialect;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens sessions on a database that JDBC reaches and whose {@link Dialect} we know. */
public final class JdbcClientFactory implements ClientFactory {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcClientFactory.class);

    private final JdbcOptions options;
    private final Server server;

    /**
     * Those of sessions. There is no pool: a session keeps its connection, and a pool opens one after the other, which
     * takes thirty sessions over a minute where a round trip takes a third of a second.
     */
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();

    /**
     * The connection that made the tables and keeps other runs away from them; none before {@link #prepare}, or if the
     * dialect does not tolerate it.
     */
    private Optional<Connection> owner = Optional.empty();

    /**
     * Connects to nothing yet.
     *
     * @throws ClientException if the URL is not one of the dialect's
     */
    public JdbcClientFactory(Endpoint endpoint, JdbcOptions options) {
        this.options = options;
        this.server = new Server(endpoint, options.dialect(), options.timeoutSeconds());
    }

    @Override
    public synchronized void prepare() {
        releaseTables();
        var connection = server.connect();
        try {
            connection.setAutoCommit(false);
            options.dialect().createTables(connection, options.storage());
            if (options.dialect().toleratesIdle()) {
                owner = Optional.of(connection);
            } else {
                connection.close();
            }
        } catch (SQLException e) {
            Lease.closeQuietly(connection);
            throw server.failure("cannot create tables at", e);
        } catch (ClientException e) {
            Lease.closeQuietly(connection);
            throw e;
        }
    }

    @Override
    public String databaseVersion() {
        try (var connection = server.connect()) {
            return options.dialect().version(connection);
        } catch (SQLException e) {
            throw server.failure("cannot ask for the version at", e);
        }
    }

    @Override
    public Client open(int session, LongSupplier clock) {
        var lease = new Lease(server.connect(), open);
        try {
            return JdbcClient.on(lease, options, session, clock);
        } catch (SQLException e) {
            lease.end();
            throw server.failure("cannot open session " + session + " at", e);
        } catch (ClientException e) {
            lease.end();
            throw new ClientException(
                    "cannot open session " + session + " at " + server.endpoint() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() {
        List.copyOf(open).forEach(connection -> new Lease(connection, open).end());
        releaseTables();
    }

    /** Drops the tables, if need be over a new connection: the server may have been restarted since they were made. */
    private void releaseTables() {
        if (owner.isEmpty()) {
            return;
        }
        var made = owner.get();
        owner = Optional.empty();
        try (made) {
            options.dialect().dropTables(made, options.storage());
        } catch (SQLException lost) {
            LOG.debug("the connection that made the tables cannot drop them", lost);
            dropOverNewConnection();
        }
    }

    private void dropOverNewConnection() {
        try (var connection = server.connect()) {
            connection.setAutoCommit(false);
            options.dialect().dropTables(connection, options.storage());
        } catch (SQLException e) {
            throw server.failure("the tables of this run, moirai_append…, are left at", e);
        }
    }
}

package moirai.clients.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.Failures.Phase;
import moirai.clients.jdbc.owned.OwnedSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens sessions on a database that JDBC reaches and whose {@link Dialect} we know. */
public final class JdbcClientFactory implements ClientFactory {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcClientFactory.class);

    private final JdbcOptions options;
    private final Server server;
    private final ScheduledExecutorService housekeeper = housekeeper();

    /** The leases of open sessions, so that those that are left can be closed. */
    private final Set<Lease> leases = ConcurrentHashMap.newKeySet();

    private final Abandoned abandoned;

    /**
     * The connection that made the tables and keeps other runs away from them; none before {@link #prepare}, or if the
     * dialect does not tolerate it.
     */
    private Optional<Connection> owner = Optional.empty();

    /** The connections that do the same at other members of its cluster. */
    private Wardens wardens = Wardens.none();

    /**
     * Makes a factory that has not connected yet.
     *
     * @throws ClientException if the URL is not one of the dialect's
     */
    public JdbcClientFactory(Endpoint endpoint, JdbcOptions options) {
        this(new Server(endpoint, options.dialect(), options.timeoutSeconds()), options);
    }

    /** Makes a factory for this server, which speaks the dialect of the options; it has not connected yet. */
    public JdbcClientFactory(Server server, JdbcOptions options) {
        this.options = options;
        this.server = server;
        this.abandoned = new Abandoned(server, options.sessions());
    }

    private static ScheduledExecutorService housekeeper() {
        var executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("pools-", 0).factory());
        // As pools do with one of their own.
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    @Override
    public void prepare() {
        own("cannot create tables at", connection -> {
            options.dialect().createTables(connection, options.storage());
            return true;
        });
    }

    @Override
    public boolean adopt(int nextKey) {
        return own(
                "cannot take over the tables at",
                connection -> options.dialect().adoptTables(connection, options.storage(), nextKey));
    }

    /** A way to get tables, which says whether there are some. */
    private interface Tables {

        boolean over(Connection connection) throws SQLException;
    }

    /** Gets tables, and keeps others away from them. */
    private synchronized boolean own(String failure, Tables tables) {
        releaseTables();
        var connection = server.connect();
        try {
            connection.setAutoCommit(false);
            wardens = Wardens.post(server, connection);
            boolean areThere = tables.over(connection);
            if (areThere && options.dialect().toleratesIdle()) {
                owner = Optional.of(connection);
            } else {
                connection.close();
            }
            if (!areThere) {
                wardens.close();
                wardens = Wardens.none();
            }
            return areThere;
        } catch (SQLException e) {
            wardens.close();
            closeQuietly(connection);
            throw server.failure(failure, e);
        } catch (ClientException e) {
            wardens.close();
            closeQuietly(connection);
            throw e;
        }
    }

    @Override
    public void clear() {
        dropOverNewConnection();
        try (var connection = server.connect()) {
            OwnedSchema.dropAbandoned(connection);
        } catch (SQLException e) {
            throw server.failure("schemas that were left cannot be dropped at", e);
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
        var lease = lease();
        leases.add(lease);
        try {
            Connection used = options.wrapping().wrap(session, lease.connection());
            return new JdbcClient(used, options, session, clock, phase -> end(lease, phase));
        } catch (SQLException e) {
            end(lease, Phase.STATEMENT);
            throw server.failure("cannot open session " + session + " at", e);
        } catch (ClientException e) {
            end(lease, Phase.STATEMENT);
            throw new ClientException(
                    "cannot open session " + session + " at " + server.endpoint() + ": " + e.getMessage(), e);
        }
    }

    private Lease lease() {
        abandoned.enter();
        boolean isOpened = false;
        try {
            Lease lease = lease(server.connect());
            isOpened = true;
            return lease;
        } catch (SQLException e) {
            throw server.failure("cannot connect to", e);
        } finally {
            if (!isOpened) {
                abandoned.leave();
            }
        }
    }

    private Lease lease(Connection opened) throws SQLException {
        if (server.isLent()) {
            return Lease.lent(opened);
        }
        // Before the pool has it, which turns autocommit off.
        String backend = options.dialect().backend(opened).orElse("");
        return Lease.of(opened, server.timeoutSeconds(), housekeeper).named(backend);
    }

    /** @param last what the session sent last */
    private void end(Lease lease, Phase last) {
        if (!leases.remove(lease)) {
            return;
        }
        boolean isLost = lease.isLost();
        lease.end();
        if (isLost) {
            // What was not committed may be undone at any time. A commit that waits for replicas may not: cut off, the
            // server would show it to others though no replica has it.
            abandoned.lose(lease.backend(), last == Phase.STATEMENT);
        } else {
            abandoned.leave();
        }
    }

    @Override
    public synchronized void close() {
        leases.forEach(lease -> end(lease, Phase.COMMIT));
        housekeeper.shutdownNow();
        try {
            releaseTables();
        } finally {
            // Last: nobody else is to begin before the tables are gone.
            wardens.close();
        }
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

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("a connection did not close", e);
        }
    }
}

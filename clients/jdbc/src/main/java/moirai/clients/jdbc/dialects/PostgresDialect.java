package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import moirai.clients.jdbc.owned.OwnedTables;
import moirai.clients.jdbc.owned.SharedServer;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.history.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** PostgreSQL, and what speaks its protocol and its SQL. */
public record PostgresDialect(SqlIsolation isolation) implements Dialect {

    /** The time that a request to cancel a statement may take. */
    private static final String CANCEL_SECONDS = "1";

    private static final Logger LOG = LoggerFactory.getLogger(PostgresDialect.class);

    /** The milliseconds that a lock may take of each second of the client's patience. */
    private static final int LOCK_MILLIS = 750;

    /** An identity of a connection: numbers of processes are used again, and so are those of transactions. */
    private static final String IDENTITY = "pid || '@' || extract(epoch FROM backend_start)";

    @Override
    public Grammar grammar() {
        return Grammar.POSTGRES;
    }

    @Override
    public Outcome outcome(Failures.Phase phase, SQLException failure) {
        return Failures.postgres(phase, failure);
    }

    @Override
    public String urlForm() {
        return "jdbc:postgresql://host:port/database";
    }

    @Override
    public Properties properties(int timeoutSeconds) {
        var properties = new Properties();
        var seconds = String.valueOf(timeoutSeconds);
        // A paused server answers nothing and closes nothing. The server's own timeouts do not run then, nor while a
        // commit waits for a replica, so the socket's has to.
        properties.setProperty("socketTimeout", seconds);
        properties.setProperty("connectTimeout", seconds);
        properties.setProperty("loginTimeout", seconds);
        properties.setProperty("cancelSignalTimeout", CANCEL_SECONDS);
        properties.setProperty("ApplicationName", "moirai");
        return properties;
    }

    @Override
    public void isolate(Connection connection) throws SQLException {
        connection.setTransactionIsolation(isolation.jdbcLevel());
        Answers.requireLevel(isolation, connection, "SHOW transaction_isolation");
    }

    /**
     * Limits the wait for locks, and has the server look each second whether its client is there: it does so from
     * version 14 on, but for a commit that waits for its replicas, which it must not give up. Servers that only speak
     * the protocol may know neither.
     */
    @Override
    public void bound(Connection connection, int timeoutSeconds) throws SQLException {
        set(connection, "lock_timeout", timeoutSeconds * LOCK_MILLIS);
        set(connection, "client_connection_check_interval", 1_000);
    }

    private static void set(Connection connection, String name, int millis) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT set_config(name, '" + millis + "', false) FROM pg_settings WHERE name = '" + name
                    + "' AND (setting::bigint = 0 OR setting::bigint > " + millis + ")");
        } catch (SQLException unknown) {
            if (connection.isClosed()) {
                throw unknown;
            }
            LOG.debug("the server has no {}", name, unknown);
        }
    }

    /** Has the driver cancel a statement that would otherwise be given up together with its connection. */
    @Override
    public void limit(Statement statement, int timeoutSeconds) throws SQLException {
        statement.setQueryTimeout(Math.max(1, timeoutSeconds - 1));
    }

    @Override
    public Optional<String> backend(Connection connection) throws SQLException {
        try {
            return Answers.first(
                    connection, "SELECT " + IDENTITY + " FROM pg_stat_activity WHERE pid = pg_backend_pid()");
        } catch (SQLException unknown) {
            if (connection.isClosed()) {
                throw unknown;
            }
            LOG.debug("the server does not name its connections", unknown);
            return Optional.empty();
        }
    }

    @Override
    public Set<String> remaining(Connection connection, Map<String, Boolean> left) throws SQLException {
        var remaining = new TreeSet<String>();
        try (var end = connection.prepareStatement("SELECT CASE WHEN ? THEN pg_terminate_backend(pid) END"
                + " FROM pg_stat_activity WHERE " + IDENTITY + " = ?")) {
            for (Map.Entry<String, Boolean> backend : left.entrySet()) {
                end.setBoolean(1, backend.getValue());
                end.setString(2, backend.getKey());
                try (var rows = end.executeQuery()) {
                    if (rows.next()) {
                        remaining.add(backend.getKey());
                    }
                }
            }
        }
        return remaining;
    }

    @Override
    public String version(Connection connection) throws SQLException {
        // Behind it come the compiler and the machine.
        return Answers.first(connection, "SELECT version()").orElse("").replaceAll(" on .*", "");
    }

    @Override
    public void createTables(Connection connection, ListStorage storage) throws SQLException {
        new OwnedTables(SharedServer.POSTGRESQL, storage).create(connection);
    }

    @Override
    public boolean adoptTables(Connection connection, ListStorage storage, int nextKey) throws SQLException {
        return new OwnedTables(SharedServer.POSTGRESQL, storage).adopt(connection, nextKey);
    }

    @Override
    public void dropTables(Connection connection, ListStorage storage) throws SQLException {
        new OwnedTables(SharedServer.POSTGRESQL, storage).drop(connection);
    }
}

package moirai.clients.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.nemesis.mariadb.MariadbCluster;
import moirai.nemesis.mariadb.MariadbOptions;
import moirai.nemesis.mariadb.MariadbPrograms;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import org.junit.jupiter.api.Assumptions;

/** One real server for all tests of this process; its watchdog ends it with the process. */
final class TestServer {

    /** Some tests need only the rest of this class. */
    private static final class Started {

        private static final PostgresCluster CLUSTER = start();
    }

    private static final class StartedMariadb {

        private static final MariadbCluster CLUSTER = startMariadb();

        private static MariadbCluster startMariadb() {
            var cluster = new MariadbCluster(MariadbOptions.forSessions(20));
            cluster.start();
            return cluster;
        }
    }

    private TestServer() {}

    private static PostgresCluster start() {
        var cluster = new PostgresCluster(PostgresOptions.forSessions(20));
        cluster.start();
        return cluster;
    }

    static Endpoint endpoint() {
        return new Endpoint(Started.CLUSTER.url(), Started.CLUSTER.user(), Started.CLUSTER.password());
    }

    static Endpoint endpoint(String database) {
        return new Endpoint(
                Started.CLUSTER.url().replaceAll("/postgres$", "/" + database),
                Started.CLUSTER.user(),
                Started.CLUSTER.password());
    }

    static JdbcClientFactory factory(SqlIsolation isolation) {
        return new JdbcClientFactory(endpoint(), options(isolation, 4));
    }

    /** Returns the usual options at this level. */
    static JdbcOptions options(SqlIsolation isolation, int sessions) {
        return new JdbcOptions(
                new PostgresDialect(isolation), ListStorage.DEFAULT, sessions, JdbcOptions.TIMEOUT_SECONDS_DEFAULT);
    }

    static JdbcClientFactory factory(SqlIsolation isolation, ListStorage storage) {
        return new JdbcClientFactory(endpoint(), new JdbcOptions(new PostgresDialect(isolation), storage, 4, 10));
    }

    /** The same for MariaDB, where it is installed; else the test is skipped, and says what it needs. */
    static Endpoint mariadb() {
        MariadbPrograms.missing(1).ifPresent(missing -> Assumptions.abort("skipped: needs " + missing));
        var cluster = StartedMariadb.CLUSTER;
        return new Endpoint(cluster.nodes().getFirst().url(), cluster.user(), cluster.password());
    }

    /** A connection to it beside the sessions. */
    static Connection mariadbAdmin() throws SQLException {
        Endpoint endpoint = mariadb();
        return DriverManager.getConnection(endpoint.url(), endpoint.user(), endpoint.password());
    }

    /** A connection beside the sessions, which commits each statement. */
    static Connection admin() throws SQLException {
        return DriverManager.getConnection(Started.CLUSTER.url(), Started.CLUSTER.user(), Started.CLUSTER.password());
    }

    static void execute(Connection connection, String... commands) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    static String ask(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }

    /** Returns when a session of Moirai waits for this, as the server calls it, and gives its backend's number. */
    static String awaitWaiting(Connection connection, String event) throws SQLException {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            var backend = ask(
                    connection,
                    "SELECT pid FROM pg_stat_activity WHERE application_name = 'moirai' AND '" + event
                            + "' IN (wait_event, wait_event_type)");
            if (!backend.isEmpty()) {
                return backend;
            }
            execute(connection, "SELECT pg_sleep(0.01)");
        }
        throw new IllegalStateException("no session waits for " + event);
    }

    /** A clock on which every reading is one later. */
    static LongSupplier ticks() {
        return new AtomicLong()::incrementAndGet;
    }
}

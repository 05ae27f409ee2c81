package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.interception.ConnectionSource;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import moirai.nemesis.Cluster;
import moirai.nemesis.mariadb.MariadbCluster;
import moirai.nemesis.mariadb.MariadbOptions;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Chains on real servers, and the connections that they give back. */
class ListSessionsIT {

    @Test
    void waitsOfPostgresqlAreWhatTheSessionHad() throws SQLException {
        try (var cluster = new PostgresCluster(PostgresOptions.forSessions(20))) {
            assertThatWaitsAreKept(
                    cluster, "SET lock_timeout = '1234ms'", "SELECT current_setting('lock_timeout')", "1234ms");
        }
    }

    @Test
    void waitsOfMariadbAreWhatTheSessionHad() throws SQLException {
        try (var cluster = new MariadbCluster(MariadbOptions.forSessions(20))) {
            assertThatWaitsAreKept(
                    cluster,
                    "SET SESSION innodb_lock_wait_timeout = 77",
                    "SELECT @@SESSION.innodb_lock_wait_timeout",
                    "77");
        }
    }

    private static void assertThatWaitsAreKept(Cluster cluster, String change, String query, String expected)
            throws SQLException {
        cluster.start();
        var given = new ArrayList<Connection>();
        var actions = ListActions.on(pool(cluster, change, given))
                .mayWriteTo(cluster.nodes().getFirst().url());
        ListSessions sessions = ListSessions.open(actions);
        sessions.append(0, 0);
        sessions.append(1, 0);
        sessions.history();

        assertThat(given).hasSizeGreaterThan(actions.sessions());
        for (Connection connection : given) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(value(connection, query)).isEqualTo(expected);
            connection.close();
        }
    }

    /** Returns connections on which a setting is changed, and which stay open. */
    private static ConnectionSource pool(Cluster cluster, String change, List<Connection> given) {
        return () -> {
            Connection connection =
                    DriverManager.getConnection(cluster.nodes().getFirst().url(), cluster.user(), cluster.password());
            given.add(connection);
            try (var statement = connection.createStatement()) {
                statement.execute(change);
            }
            return Interception.of(connection, new Interceptor() {
                @Override
                public @Nullable Object onConnection(JdbcCall call) throws SQLException {
                    return call.name().equals("close") ? null : call.proceed();
                }
            });
        };
    }

    private static String value(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }
}

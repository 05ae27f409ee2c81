package moirai.mockstore.sql.expression;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;

/** One real server for all tests of this process; its watchdog ends it with the process. */
public final class RealPostgres {

    /** The database whose locale is the store's. */
    private static final String COMPARED = "compared";

    public static final PostgresCluster CLUSTER = start();

    private RealPostgres() {}

    private static PostgresCluster start() {
        var cluster = new PostgresCluster(PostgresOptions.forSessions(16));
        cluster.start();
        try (var connection = DriverManager.getConnection(cluster.url(), cluster.user(), cluster.password());
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + COMPARED + " ENCODING 'UTF8' LOCALE_PROVIDER builtin"
                    + " BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return cluster;
    }

    /** A connection to a database with the locale and the time zone of the store; results come as text. */
    public static Connection connect() throws SQLException {
        var connection = DriverManager.getConnection(
                CLUSTER.url().replaceFirst("/[^/]*$", "/" + COMPARED) + "?preferQueryMode=simple",
                CLUSTER.user(),
                CLUSTER.password());
        try (var statement = connection.createStatement()) {
            statement.execute("SET TIME ZONE 'UTC'");
        }
        return connection;
    }
}

package moirai.mockstore.sql.expression;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;

/** One real server for all tests of this process; its watchdog ends it with the process. */
public final class RealPostgres {

    public static final PostgresCluster CLUSTER = start();

    private RealPostgres() {}

    private static PostgresCluster start() {
        var cluster = new PostgresCluster(PostgresOptions.forSessions(16));
        cluster.start();
        return cluster;
    }

    /** A connection whose results come as text, in the time zone of the store. */
    public static Connection connect() throws SQLException {
        var connection = DriverManager.getConnection(
                CLUSTER.url() + "?preferQueryMode=simple", CLUSTER.user(), CLUSTER.password());
        try (var statement = connection.createStatement()) {
            statement.execute("SET TIME ZONE 'UTC'");
        }
        return connection;
    }
}

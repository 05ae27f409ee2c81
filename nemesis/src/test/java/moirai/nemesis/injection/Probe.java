package moirai.nemesis.injection;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.Cluster;

/** One connection to a node, by default the first one, of a cluster of PostgreSQL. */
record Probe(Connection connection) implements AutoCloseable {

    static Probe of(Cluster cluster) throws SQLException {
        return of(cluster, 30);
    }

    static Probe of(Cluster cluster, int timeoutSeconds) throws SQLException {
        return of(cluster, 0, timeoutSeconds);
    }

    /** Connects to the node of this index, which counts from 0. */
    static Probe of(Cluster cluster, int node, int timeoutSeconds) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", cluster.user());
        properties.setProperty("password", cluster.password());
        for (String timeout : List.of("connectTimeout", "loginTimeout", "socketTimeout")) {
            properties.setProperty(timeout, String.valueOf(timeoutSeconds));
        }
        return new Probe(DriverManager.getConnection(cluster.nodes().get(node).url(), properties));
    }

    void execute(String statement) throws SQLException {
        try (var prepared = connection.createStatement()) {
            prepared.execute(statement);
        }
    }

    /** Returns the only column of the only row. */
    String ask(String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    /** Returns how long it takes until the statement is done. */
    long millis(String statement) throws SQLException {
        long began = System.nanoTime();
        execute(statement);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    /** Returns how far the server's clock is ahead of ours, in milliseconds. */
    long aheadMillis() throws SQLException {
        long asked = System.currentTimeMillis();
        String shown = ask("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
        return Long.parseLong(shown) - asked;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

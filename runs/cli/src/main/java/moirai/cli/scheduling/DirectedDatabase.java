package moirai.cli.scheduling;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;
import moirai.cli.options.TargetOptions;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.EmbeddedDatabase;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.history.DataModel;
import moirai.nemesis.Cluster;
import moirai.runs.Target;
import moirai.runs.directed.MockTarget;
import moirai.runs.directed.ReplayTarget;
import moirai.runs.directed.ServerTarget;
import moirai.runs.products.Product;
import org.jspecify.annotations.Nullable;

/** A database on which cases are replayed, for as long as it is open; one that is made for that is removed with it. */
final class DirectedDatabase implements AutoCloseable {

    /** Those whose SQL cases are written in. */
    private static final List<String> PRODUCTS = List.of("postgres", "h2", "hsqldb", "mock");

    private static final String ACCEPTED =
            "expected --db postgres, h2, hsqldb or mock, or --url jdbc:postgresql://HOST:PORT/NAME";

    private final ReplayTarget target;
    private final Runnable removal;

    private DirectedDatabase(ReplayTarget target, Runnable removal) {
        this.target = target;
        this.removal = removal;
    }

    /**
     * Checks, before anything is started, that cases can be replayed there.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be accepted
     */
    static void require(TargetOptions options) {
        Product product = options.product();
        if (!PRODUCTS.contains(product.name())) {
            throw new IllegalArgumentException("cases are not replayed on " + product.name() + ": " + ACCEPTED);
        }
        if (options.nodeCount() > 1) {
            throw new IllegalArgumentException("cases are replayed on one server: " + ACCEPTED);
        }
    }

    /**
     * Starts the database, unless it is there.
     *
     * @param sessions how many calls there are at most at a time
     */
    static DirectedDatabase open(TargetOptions options, Target target, int sessions) {
        String name = options.product().name();
        String title = switch (name) {
            case "postgres" -> "PostgreSQL";
            case "h2" -> "H2";
            case "hsqldb" -> "HSQLDB";
            default -> name;
        };
        return switch (target) {
            case Target.Started(var plan, var clients) -> started(plan.make(sessions + 2), title, options.isolation());
            case Target.Existing(var endpoint, var clients) ->
                new DirectedDatabase(server(title, endpoint, options.isolation()), () -> {});
            case Target.InProcess(var maker, var clients) -> {
                EmbeddedDatabase database = maker.get();
                yield new DirectedDatabase(server(title, database.endpoint(), options.isolation()), database::close);
            }
            case Target.Mock mock -> new DirectedDatabase(new MockTarget(), () -> {});
            case Target.Simulated simulated -> throw new IllegalArgumentException(ACCEPTED);
        };
    }

    private static DirectedDatabase started(Cluster cluster, String title, String isolation) {
        try {
            cluster.start();
            String url = cluster.nodes().getFirst().url();
            var endpoint = new Endpoint(url, cluster.user(), cluster.password());
            return new DirectedDatabase(server(title, endpoint, isolation), cluster::close);
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    private static ReplayTarget server(String title, Endpoint endpoint, String isolation) {
        return new ServerTarget(
                title,
                new EndpointSource(endpoint),
                SqlIsolation.parse(isolation).jdbcLevel());
    }

    /** What the target is asked to hold: numbers. */
    static DataModel contents() {
        return DataModel.REGISTER;
    }

    ReplayTarget target() {
        return target;
    }

    @Override
    public void close() {
        removal.run();
    }

    /** Connections to an endpoint, a new one each time. */
    private record EndpointSource(Endpoint endpoint) implements DataSource {

        @Override
        public Connection getConnection() throws SQLException {
            return endpoint.user().isEmpty()
                    ? DriverManager.getConnection(endpoint.url())
                    : DriverManager.getConnection(endpoint.url(), endpoint.user(), endpoint.password());
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(@Nullable PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("this is no " + type.getName());
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}

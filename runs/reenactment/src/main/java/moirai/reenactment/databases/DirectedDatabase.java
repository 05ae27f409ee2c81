package moirai.reenactment.databases;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.EmbeddedDatabase;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.owned.Owned;
import moirai.clients.jdbc.owned.OwnedSchema;
import moirai.nemesis.Cluster;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.reenactment.CaseTarget;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.GaleraTarget;
import moirai.reenactment.MockTarget;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.ReplayTarget;
import moirai.reenactment.ServerTarget;
import moirai.reenactment.TableTarget;
import moirai.reenactment.cassandra.CassandraTarget;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.CodeReplay;
import moirai.reenactment.code.LoadedCode;
import moirai.reenactment.replicas.ReplicasTarget;

/** A database on which cases are replayed, for as long as it is open; one that is made for that is removed with it. */
public final class DirectedDatabase implements AutoCloseable {

    /** The products whose SQL, or CQL, cases are written in, by name. */
    public static final List<String> PRODUCTS =
            List.of("postgres", "mariadb", "galera", "cassandra", "h2", "hsqldb", "mock");

    /** Those on one node of which methods of an application can be run. */
    public static final List<String> OF_METHODS = List.of("postgres", "h2", "hsqldb", "mock");

    /** The products of which there may be several nodes, if they are started here. */
    public static final List<String> CLUSTERS = List.of("postgres", "galera", "cassandra");

    private final CaseTarget target;
    private final Runnable removal;

    private DirectedDatabase(CaseTarget target, Runnable removal) {
        this.target = target;
        this.removal = removal;
    }

    /** Returns the mock store, which takes the level of each case. */
    public static DirectedDatabase mock() {
        return new DirectedDatabase(new MockTarget(), () -> {});
    }

    /**
     * Returns a server that exists, after dropping what killed replays have left there.
     *
     * @param product one of {@link #PRODUCTS}
     * @param isolation as SQL has a label for it
     * @throws ClientException if the database cannot be reached, or refuses
     */
    public static DirectedDatabase existing(Endpoint endpoint, String product, String isolation) {
        clear(endpoint);
        return new DirectedDatabase(server(product, endpoint, isolation), () -> {});
    }

    /** Returns a database inside this process, which is closed with it. */
    public static DirectedDatabase embedded(EmbeddedDatabase database, String product, String isolation) {
        return new DirectedDatabase(server(product, database.endpoint(), isolation), database::close);
    }

    /**
     * Starts a cluster, which is removed with it.
     *
     * @param product one of {@link #CLUSTERS}
     * @param isolation as SQL has a label for it
     */
    public static DirectedDatabase started(Cluster cluster, String product, String isolation) {
        if (cluster instanceof CassandraCluster wanted) {
            CassandraTarget cassandra = CassandraTarget.start(wanted);
            return new DirectedDatabase(cassandra, cassandra::close);
        }
        try {
            cluster.start();
            List<DataSource> nodes = cluster.nodes().stream()
                    .<DataSource>map(
                            node -> new EndpointSource(new Endpoint(node.url(), cluster.user(), cluster.password())))
                    .toList();
            int level = SqlIsolation.parse(isolation).jdbcLevel();
            ReplayTarget target = switch (product) {
                case "galera", "mariadb" -> new GaleraTarget(nodes, level);
                case "postgres" ->
                    nodes.size() == 1
                            ? new ServerTarget(title(product), nodes.getFirst(), level)
                            : new ReplicasTarget(nodes, level);
                default -> throw new IllegalArgumentException(product + " is not started; accepted: " + CLUSTERS);
            };
            return new DirectedDatabase(target, cluster::close);
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    private static ReplayTarget server(String product, Endpoint endpoint, String isolation) {
        return new ServerTarget(
                title(product),
                new EndpointSource(endpoint),
                SqlIsolation.parse(isolation).jdbcLevel());
    }

    private static String title(String product) {
        return switch (product) {
            case "postgres" -> "PostgreSQL";
            case "h2" -> "H2";
            case "hsqldb" -> "HSQLDB";
            default -> product;
        };
    }

    private static void clear(Endpoint endpoint) {
        try (Connection connection = new EndpointSource(endpoint).getConnection()) {
            OwnedSchema.dropAbandoned(connection, Owned.REPLAY_SCHEMA);
        } catch (SQLException failed) {
            throw new ClientException("what replays have left cannot be dropped: " + failed.getMessage(), failed);
        }
    }

    /** The engine and its level, for people. */
    public String describe() {
        return target.describe();
    }

    /**
     * Replays a case once.
     *
     * @throws ClientException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile
     */
    public ReplayOutcome replay(DirectedCase wanted) throws InterruptedException {
        return replayed(() -> target.replay(wanted));
    }

    /**
     * Replays a case once with the application's own methods.
     *
     * @throws CodeException if the methods cannot be called, or the database cannot have their tables
     * @throws ClientException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile
     */
    public ReplayOutcome replay(DirectedCase wanted, LoadedCode code) throws InterruptedException {
        if (!(target instanceof TableTarget tables)) {
            throw new CodeException("methods are not run on " + describe() + "; expected one server of " + OF_METHODS);
        }
        return replayed(() -> new CodeReplay(code, tables).replay(wanted));
    }

    private interface Attempt {
        ReplayOutcome outcome() throws SQLException, InterruptedException;
    }

    private ReplayOutcome replayed(Attempt attempt) throws InterruptedException {
        try {
            return attempt.outcome();
        } catch (SQLException failed) {
            throw new ClientException(describe() + " could not be set up or read: " + failed.getMessage(), failed);
        }
    }

    @Override
    public void close() {
        removal.run();
    }
}

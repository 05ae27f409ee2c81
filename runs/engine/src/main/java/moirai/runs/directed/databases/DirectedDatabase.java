package moirai.runs.directed.databases;

import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.EmbeddedDatabase;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.nemesis.Cluster;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.Target;
import moirai.runs.directed.CaseTarget;
import moirai.runs.directed.DirectedCase;
import moirai.runs.directed.GaleraTarget;
import moirai.runs.directed.MockTarget;
import moirai.runs.directed.OwnedSchemas;
import moirai.runs.directed.ReplayOutcome;
import moirai.runs.directed.ReplayTarget;
import moirai.runs.directed.ServerTarget;
import moirai.runs.directed.TableTarget;
import moirai.runs.directed.cassandra.CassandraTarget;
import moirai.runs.directed.code.CodeException;
import moirai.runs.directed.code.CodeReplay;
import moirai.runs.directed.code.LoadedCode;
import moirai.runs.directed.replicas.ReplicasTarget;

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

    /**
     * Starts the database, unless it is there.
     *
     * @param product one of {@link #PRODUCTS}
     * @param isolation as SQL has a label for it; of no meaning to the mock store, which takes that of each case
     * @param sessions how many calls there are at most at a time
     */
    public static DirectedDatabase open(Target target, String product, String isolation, int sessions) {
        return switch (target) {
            case Target.Started(var plan, var clients) -> started(plan.make(sessions + 2), product, isolation);
            case Target.Existing(var endpoint, var clients) -> {
                clear(endpoint);
                yield new DirectedDatabase(server(product, endpoint, isolation), () -> {});
            }
            case Target.InProcess(var maker, var clients) -> {
                EmbeddedDatabase database = maker.get();
                yield new DirectedDatabase(server(product, database.endpoint(), isolation), database::close);
            }
            case Target.Mock mock -> new DirectedDatabase(new MockTarget(), () -> {});
            case Target.Simulated simulated ->
                throw new IllegalArgumentException("a simulated database has no SQL; accepted: " + PRODUCTS);
        };
    }

    private static DirectedDatabase started(Cluster cluster, String product, String isolation) {
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

    /**
     * Drops what replays that were killed have left in a database that exists; what one that lives uses stays.
     *
     * @throws RunException if the database cannot be reached, or refuses
     */
    public static void clear(Endpoint endpoint) {
        try {
            OwnedSchemas.clear(new EndpointSource(endpoint));
        } catch (SQLException failed) {
            throw new RunException(
                    "what replays have left cannot be dropped: " + failed.getMessage(),
                    ExitCode.INTERNAL_ERROR,
                    failed);
        }
    }

    /** The engine and its level, for people. */
    public String describe() {
        return target.describe();
    }

    /**
     * Replays a case once.
     *
     * @throws RunException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile
     */
    public ReplayOutcome replay(DirectedCase wanted) throws InterruptedException {
        return replayed(() -> target.replay(wanted));
    }

    /**
     * Replays a case once with the application's own methods.
     *
     * @throws CodeException if the methods cannot be called, or the database cannot have their tables
     * @throws RunException if the database cannot be reached, set up or read afterwards
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
            throw new RunException(
                    describe() + " could not be set up or read: " + failed.getMessage(),
                    ExitCode.INTERNAL_ERROR,
                    failed);
        }
    }

    @Override
    public void close() {
        removal.run();
    }
}

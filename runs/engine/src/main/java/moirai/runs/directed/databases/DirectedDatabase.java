package moirai.runs.directed.databases;

import java.sql.SQLException;
import java.util.List;
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
import moirai.runs.directed.MockTarget;
import moirai.runs.directed.ReplayOutcome;
import moirai.runs.directed.ReplayTarget;
import moirai.runs.directed.ServerTarget;
import moirai.runs.directed.cassandra.CassandraTarget;

/** A database on which cases are replayed, for as long as it is open; one that is made for that is removed with it. */
public final class DirectedDatabase implements AutoCloseable {

    /** The products whose SQL cases are written in, by name. */
    public static final List<String> PRODUCTS = List.of("postgres", "h2", "hsqldb", "cassandra", "mock");

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
            case Target.Existing(var endpoint, var clients) ->
                new DirectedDatabase(server(product, endpoint, isolation), () -> {});
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
            String url = cluster.nodes().getFirst().url();
            var endpoint = new Endpoint(url, cluster.user(), cluster.password());
            return new DirectedDatabase(server(product, endpoint, isolation), cluster::close);
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    private static ReplayTarget server(String product, Endpoint endpoint, String isolation) {
        String title = switch (product) {
            case "postgres" -> "PostgreSQL";
            case "h2" -> "H2";
            case "hsqldb" -> "HSQLDB";
            default -> product;
        };
        return new ServerTarget(
                title,
                new EndpointSource(endpoint),
                SqlIsolation.parse(isolation).jdbcLevel());
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
        try {
            return target.replay(wanted);
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

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

/**
 * A database on which cases are replayed, for as long as it is open; a database that Moirai made is removed when it is
 * closed.
 */
public final class DirectedDatabase implements AutoCloseable {

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
     * Returns a server that exists, after dropping the leftovers of killed replays there.
     *
     * @param isolation as SQL has a label for it
     * @throws ClientException if the database cannot be reached, or refuses
     */
    public static DirectedDatabase existing(CaseEngine engine, Endpoint endpoint, String isolation) {
        clear(new EndpointSource(endpoint));
        return new DirectedDatabase(server(engine, endpoint, isolation), () -> {});
    }

    /**
     * Returns the database of somebody's data source, whose connections are given back as they are left, after dropping
     * the leftovers of killed replays there.
     *
     * @param isolation as SQL has a label for it
     * @throws ClientException if the database cannot be reached, or refuses
     */
    public static DirectedDatabase lent(CaseEngine engine, DataSource source, String isolation) {
        clear(source);
        return new DirectedDatabase(
                target(engine, List.of(source), SqlIsolation.parse(isolation).jdbcLevel()), () -> {});
    }

    /** Returns a database inside this process, which is closed with it. */
    public static DirectedDatabase embedded(CaseEngine engine, EmbeddedDatabase database, String isolation) {
        return new DirectedDatabase(server(engine, database.endpoint(), isolation), database::close);
    }

    /**
     * Starts a cluster, which is removed with it.
     *
     * @param isolation as SQL has a label for it
     */
    public static DirectedDatabase started(CaseEngine engine, Cluster cluster, String isolation) {
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
            return new DirectedDatabase(
                    target(engine, nodes, SqlIsolation.parse(isolation).jdbcLevel()), cluster::close);
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    private static ReplayTarget target(CaseEngine engine, List<DataSource> nodes, int level) {
        return switch (engine) {
            case MARIADB -> new GaleraTarget(nodes, level);
            case POSTGRESQL, CASSANDRA, H2, HSQLDB, MOCK ->
                nodes.size() == 1
                        ? new ServerTarget(engine.title(), nodes.getFirst(), level)
                        : new ReplicasTarget(nodes, level);
        };
    }

    private static ReplayTarget server(CaseEngine engine, Endpoint endpoint, String isolation) {
        return target(
                engine,
                List.of(new EndpointSource(endpoint)),
                SqlIsolation.parse(isolation).jdbcLevel());
    }

    private static void clear(DataSource source) {
        try (Connection connection = source.getConnection()) {
            OwnedSchema.dropAbandoned(connection, Owned.REPLAY_SCHEMA);
        } catch (SQLException failed) {
            throw new ClientException("what replays have left cannot be dropped: " + failed.getMessage(), failed);
        }
    }

    /** Returns whether an application's own methods can be run here. */
    public boolean runsMethods() {
        return target instanceof TableTarget;
    }

    /**
     * Returns this database for replays by the application's own methods; closing it closes this one.
     *
     * @throws CodeException if methods cannot be run here; then it is closed
     */
    public DirectedDatabase running(LoadedCode code) {
        if (target instanceof TableTarget tables) {
            return new DirectedDatabase(new CodeReplay(code, tables), removal);
        }
        close();
        throw new CodeException("methods are not run on " + describe());
    }

    /** Returns the engine and its level, for people. */
    public String describe() {
        return target.describe();
    }

    /**
     * Replays a case once.
     *
     * @throws CodeException if methods are run and cannot be called, or the database cannot have their tables
     * @throws ClientException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile
     */
    public ReplayOutcome replay(DirectedCase wanted) throws InterruptedException {
        try {
            return target.replay(wanted);
        } catch (SQLException failed) {
            throw new ClientException(describe() + " could not be set up or read: " + failed.getMessage(), failed);
        }
    }

    @Override
    public void close() {
        removal.run();
    }
}

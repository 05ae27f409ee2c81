package moirai.studies.directed.replay;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_READ_UNCOMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;

import com.zaxxer.hikari.util.DriverDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import moirai.nemesis.ClusterException;
import moirai.nemesis.mariadb.MariadbCluster;
import moirai.nemesis.mariadb.MariadbOptions;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.Replication;
import moirai.reenactment.GaleraTarget;
import moirai.reenactment.ReplayTarget;
import moirai.reenactment.ServerTarget;
import moirai.reenactment.replicas.ReplicasTarget;

/** Databases at their levels: H2 and HSQLDB within this process, a PostgreSQL server, one with two replicas, and three
 * nodes of Galera. */
final class LiveTargets implements AutoCloseable {

    /** The number of sessions: two calls, one that sets up, and some to spare. */
    private static final int SESSIONS = 6;

    private final PostgresCluster postgres = new PostgresCluster(new PostgresOptions(SESSIONS, Map.of()));
    private final PostgresCluster replicas =
            new PostgresCluster(PostgresOptions.replicated(3, Replication.ASYNC, SESSIONS));
    private final MariadbCluster galera = new MariadbCluster(MariadbOptions.galera(3, SESSIONS));
    private final List<ReplayTarget> all = new ArrayList<>();

    LiveTargets() {
        postgres.start();
        DataSource h2 = source("jdbc:h2:mem:replay;DB_CLOSE_DELAY=-1", "sa", "");
        add("H2", h2, List.of(TRANSACTION_READ_UNCOMMITTED, TRANSACTION_READ_COMMITTED));
        add("H2", h2, List.of(TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE));
        DataSource hsqldb = source("jdbc:hsqldb:mem:replay;hsqldb.tx=mvcc", "SA", "");
        // Its two weaker levels are read committed, its two stronger ones snapshots.
        add("HSQLDB", hsqldb, List.of(TRANSACTION_READ_COMMITTED, TRANSACTION_SERIALIZABLE));
        DataSource server = source(postgres.url(), postgres.user(), postgres.password());
        add(
                "PostgreSQL",
                server,
                List.of(TRANSACTION_READ_COMMITTED, TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE));
        replicas.start();
        List<DataSource> nodes = replicas.nodes().stream()
                .map(node -> source(node.url(), replicas.user(), replicas.password()))
                .toList();
        List.of(TRANSACTION_READ_COMMITTED, TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE)
                .forEach(level -> all.add(new ReplicasTarget(nodes, level)));
        startGalera();
    }

    /** Starts Galera, unless the machine has no MariaDB with Galera. */
    private void startGalera() {
        try {
            galera.start();
        } catch (ClusterException missing) {
            System.err.println("moirai: not replayed on Galera: " + missing.getMessage());
            return;
        }
        List<DataSource> nodes = galera.nodes().stream()
                .map(node -> source(node.url(), galera.user(), galera.password()))
                .toList();
        all.add(new GaleraTarget(nodes, TRANSACTION_READ_COMMITTED));
        all.add(new GaleraTarget(nodes, TRANSACTION_REPEATABLE_READ));
    }

    private static DataSource source(String url, String user, String password) {
        return new DriverDataSource(url, null, new Properties(), user, password);
    }

    private void add(String name, DataSource source, List<Integer> levels) {
        levels.forEach(level -> all.add(new ServerTarget(name, source, level)));
    }

    List<ReplayTarget> all() {
        return List.copyOf(all);
    }

    /** Returns PostgreSQL with replicas and without. */
    List<ReplayTarget> servers() {
        return all.stream()
                .filter(target -> target.describe().startsWith("PostgreSQL"))
                .toList();
    }

    /** Stops the servers. */
    @Override
    public void close() {
        galera.close();
        replicas.close();
        postgres.close();
    }
}

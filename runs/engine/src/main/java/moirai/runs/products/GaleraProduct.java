package moirai.runs.products;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.clients.jdbc.dialects.MariadbDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.generators.Structure;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.mariadb.MariadbOptions;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.Target;

/** The product Galera, a cluster of MariaDB servers, all of which take reads and writes. */
final class GaleraProduct implements Product {

    private static final int NODES_DEFAULT = 3;

    @Override
    public String name() {
        return "galera";
    }

    @Override
    public String form() {
        return name() + "[:N]";
    }

    @Override
    public List<String> arguments() {
        return IntStream.rangeClosed(2, MariadbOptions.NODES_MAX)
                .mapToObj(String::valueOf)
                .toList();
    }

    @Override
    public String describe(String argument) {
        return "Galera cluster, " + nodeCount(argument) + " nodes";
    }

    @Override
    public int nodeCount(String argument) {
        return argument.isEmpty() ? NODES_DEFAULT : Integer.parseInt(argument);
    }

    @Override
    public Optional<String> problem(String argument) {
        return MariadbProduct.problemOf(nodeCount(argument));
    }

    @Override
    public boolean hasServerSettings() {
        return true;
    }

    @Override
    public List<String> levels() {
        return JdbcClients.LEVELS;
    }

    /**
     * Returns the requested level, by default repeatable read: the only level that its manual permits for clusters with
     * writers at all nodes.
     */
    @Override
    public String isolation(Wish wish) {
        return wish.isolation().isEmpty() ? SqlIsolation.REPEATABLE_READ.label() : wish.isolation();
    }

    @Override
    public Set<Structure> structures() {
        return JdbcClients.STRUCTURES;
    }

    @Override
    public Target target(Wish wish) {
        int nodes = nodeCount(wish.argument());
        var settings = Settings.checked(wish.settings(), given -> new MariadbOptions(nodes, 1, given));
        return new Target.Started(new MariadbPlan(nodes, settings), MariadbProduct.clients(isolation(wish), wish));
    }

    @Override
    public Optional<CaseEngine> engine() {
        return Optional.of(CaseEngine.MARIADB);
    }

    @Override
    public boolean isNamedIn(String version) {
        return MariadbProduct.isServer(version) && version.contains(MariadbDialect.GALERA);
    }

    /**
     * Returns the promised level. MariaDB's documentation of Galera says that isolation is "between Serializable and
     * Repeatable Read". Its makers say which level that is: "Galera Cluster provides SNAPSHOT ISOLATION between
     * transactions running on separate cluster nodes", and "first committer wins", which "eliminates the lost update
     * anomaly"; at one node it is "no weaker than that isolation level on a standalone MySQL/InnoDB"
     * (galeracluster.com, "Isolation Levels", and S. Jaakola, "Support for MySQL Transaction Isolation Levels in Galera
     * Cluster", 2015). Kingsbury, "MariaDB Galera Cluster 12.1.2", Jepsen 2026, reports the level that it really gives.
     */
    @Override
    public Optional<IsolationLevel> promise(String isolation) {
        return switch (isolation) {
            case "read-uncommitted" -> Optional.of(IsolationLevel.READ_UNCOMMITTED);
            case "read-committed" -> Optional.of(IsolationLevel.READ_COMMITTED);
            case "repeatable-read" -> Optional.of(IsolationLevel.SNAPSHOT_ISOLATION);
            default -> Optional.empty();
        };
    }

    @Override
    public Optional<String> exception(String isolation) {
        return isolation.equals(SqlIsolation.SERIALIZABLE.label())
                ? Optional.of("not a bug by the manual: serializable \"is honored only between transactions issued on"
                        + " the same node and thus should be avoided\" (galeracluster.com, Isolation Levels)")
                : Optional.empty();
    }
}

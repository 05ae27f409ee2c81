package moirai.runs.products;

import java.util.Optional;
import moirai.clients.jdbc.dialects.MariadbDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.mariadb.MariadbOptions;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.Target;

/** The product Galera, a cluster of MariaDB servers, all of which take reads and writes. */
final class GaleraProduct implements SqlProduct {

    @Override
    public String name() {
        return "galera";
    }

    @Override
    public NodeCounts nodeCounts() {
        return new NodeCounts(2, MariadbOptions.NODES_MAX, 3);
    }

    @Override
    public String describe(String argument) {
        return "Galera cluster, " + nodeCount(argument) + " nodes";
    }

    @Override
    public Optional<String> problem(String argument) {
        return MariadbProduct.problemOf(nodeCount(argument));
    }

    @Override
    public boolean hasServerSettings() {
        return true;
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
    public Target target(Wish wish) {
        return MariadbProduct.started(nodeCount(wish.argument()), isolation(wish), wish);
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

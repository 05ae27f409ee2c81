package moirai.runs.products;

import java.util.Map;
import java.util.Optional;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.patroni.PatroniCluster;
import moirai.nemesis.patroni.PatroniOptions;
import moirai.nemesis.postgres.Replication;
import moirai.runs.ClusterPlan;
import moirai.runs.Target;
import moirai.runs.sessions.ReadsAt;

/**
 * The product PostgreSQL under Patroni, which itself decides which node is the primary. Its promises are those of
 * PostgreSQL.
 */
final class PatroniProduct implements SqlProduct {

    /** The words of an arrangement that identify such a cluster and no other. */
    static final String UNDER_PATRONI = "nodes under Patroni";

    @Override
    public String name() {
        return "patroni";
    }

    @Override
    public NodeCounts nodeCounts() {
        return new NodeCounts(PatroniOptions.NODES_MIN, PatroniOptions.NODES_MAX, 3);
    }

    @Override
    public String describe(String argument) {
        return "PostgreSQL under Patroni, " + nodeCount(argument) + " nodes";
    }

    @Override
    public boolean hasReplicas(String argument) {
        return true;
    }

    @Override
    public Optional<String> problem(String argument) {
        return PatroniCluster.problem();
    }

    @Override
    public boolean hasServerSettings() {
        return true;
    }

    @Override
    public Target target(Wish wish) {
        int nodes = nodeCount(wish.argument());
        Replication replication = wish.replicas().replication();
        Map<String, String> settings =
                Settings.checked(wish.settings(), given -> new PatroniOptions(nodes, replication, 1, given));
        ReadsAt readsAt = PostgresProduct.readsAt(wish);
        var plan = new ClusterPlan(
                describe(wish.argument()),
                nodes + " " + UNDER_PATRONI + ", " + PostgresProduct.replicas(replication, readsAt, settings),
                readsAt,
                sessions -> new PatroniCluster(new PatroniOptions(nodes, replication, sessions, settings)));
        return new Target.Started(plan, PostgresProduct.clients(wish));
    }

    @Override
    public boolean isNamedIn(String version) {
        return version.contains(UNDER_PATRONI);
    }

    @Override
    public Optional<IsolationLevel> promise(String isolation) {
        return Products.POSTGRES.promise(isolation);
    }

    @Override
    public Optional<IsolationLevel> promise(String version, String isolation) {
        return Products.POSTGRES.promise(version, isolation);
    }

    @Override
    public Optional<String> exception(String version, String isolation) {
        return Products.POSTGRES.exception(version, isolation);
    }
}

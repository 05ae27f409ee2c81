package moirai.runs.products;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.generators.Structure;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.patroni.PatroniCluster;
import moirai.nemesis.patroni.PatroniOptions;
import moirai.nemesis.postgres.Replication;
import moirai.runs.Target;

/**
 * The product PostgreSQL under Patroni, which itself decides which node is the primary. Its promises are those of
 * PostgreSQL.
 */
final class PatroniProduct implements Product {

    private static final int NODES_DEFAULT = 3;

    @Override
    public String name() {
        return "patroni";
    }

    @Override
    public String form() {
        return name() + "[:N]";
    }

    @Override
    public List<String> arguments() {
        return IntStream.rangeClosed(PatroniOptions.NODES_MIN, PatroniOptions.NODES_MAX)
                .mapToObj(String::valueOf)
                .toList();
    }

    @Override
    public String describe(String argument) {
        return "PostgreSQL under Patroni, " + nodeCount(argument) + " nodes";
    }

    @Override
    public int nodeCount(String argument) {
        return argument.isEmpty() ? NODES_DEFAULT : Integer.parseInt(argument);
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
    public List<String> levels() {
        return JdbcClients.LEVELS;
    }

    @Override
    public String isolation(Wish wish) {
        return JdbcClients.isolation(wish);
    }

    @Override
    public Set<Structure> structures() {
        return JdbcClients.STRUCTURES;
    }

    @Override
    public Target target(Wish wish) {
        int nodes = nodeCount(wish.argument());
        Replication replication = wish.replicas().replication();
        Map<String, String> settings =
                Settings.checked(wish.settings(), given -> new PatroniOptions(nodes, replication, 1, given));
        return new Target.Started(
                new PatroniPlan(nodes, replication, PostgresProduct.readsAt(wish), settings),
                PostgresProduct.clients(wish));
    }

    @Override
    public boolean isNamedIn(String version) {
        return version.contains(PatroniPlan.UNDER_PATRONI);
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

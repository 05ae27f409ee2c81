package moirai.cli.scheduling;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import moirai.cli.options.TargetOptions;
import moirai.history.DataModel;
import moirai.reenactment.cassandra.CassandraTarget;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.Target;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The databases on which predicted anomalies are replayed, by the options of a command. */
public final class DirectedTargets {

    private final CommandSpec spec;
    private final TargetOptions target;

    public DirectedTargets(CommandSpec spec, TargetOptions target) {
        this.spec = spec;
        this.target = target;
    }

    /**
     * Returns the database that the options name, after they were checked.
     *
     * @param environment the variables of the process
     * @param classpath of methods that are run instead of their statements; empty if none are
     */
    public Target database(Map<String, String> environment, List<Path> classpath) {
        String product = target.product().name();
        boolean isSeveral = target.nodeCount() > 1;
        boolean isCluster = DirectedDatabase.CLUSTERS.contains(product)
                && !target.existing().isGiven();
        if (!DirectedDatabase.PRODUCTS.contains(product) || (isSeveral && !isCluster)) {
            throw refused("cases are not replayed on " + product + (isSeveral ? " with several nodes" : "")
                    + ": expected --db postgres[:N], galera[:N], cassandra[:N], mariadb, h2, hsqldb or mock, or"
                    + " --url jdbc:postgresql://HOST:PORT/NAME");
        }
        if (!classpath.isEmpty() && (isSeveral || !DirectedDatabase.OF_METHODS.contains(product))) {
            throw refused("--classpath: methods are not run on " + product + (isSeveral ? " with several nodes" : "")
                    + "; expected --db with one of " + String.join(", ", DirectedDatabase.OF_METHODS));
        }
        if (product.equals("cassandra")) {
            requireOwnNodes();
        }
        if (product.equals("mock") && isGiven("--isolation")) {
            throw refused("--isolation: the mock store keeps what each anomaly says and no more; expected --level, of"
                    + " the analysis");
        }
        return target.target(DataModel.REGISTER, environment);
    }

    /** Cases cut nodes off from each other, and ask one of them at a time. */
    private void requireOwnNodes() {
        int nodes = target.nodeCount();
        boolean isExisting = target.existing().isGiven();
        if (isExisting || nodes < CassandraTarget.NODES_MIN || nodes > CassandraTarget.NODES_MAX) {
            throw refused(
                    "cases are not replayed on " + (isExisting ? "a Cassandra that exists" : nodes + " of its nodes")
                            + ": expected --db cassandra:2 or cassandra:3");
        }
        for (String option : List.of("--cql-mode", "--consistency")) {
            if (isGiven(option)) {
                throw refused(option + ": cases read and write at one replica each; leave it out");
            }
        }
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /**
     * Opens a database for cases.
     *
     * @param product its name, as {@code --db} takes it
     * @param isolation as SQL has a label for it
     * @param sessions of the case that has most
     */
    public static DirectedDatabase open(Target database, String product, String isolation, int sessions) {
        return switch (database) {
            case Target.Started(var plan, var clients) ->
                DirectedDatabase.started(plan.make(sessions + 2), product, isolation);
            case Target.Existing(var endpoint, var clients) -> DirectedDatabase.existing(endpoint, product, isolation);
            case Target.InProcess(var maker, var clients) -> DirectedDatabase.embedded(maker.get(), product, isolation);
            case Target.Mock mock -> DirectedDatabase.mock();
            case Target.Simulated simulated ->
                throw new IllegalArgumentException(
                        "a simulated database has no SQL; accepted: " + DirectedDatabase.PRODUCTS);
        };
    }
}

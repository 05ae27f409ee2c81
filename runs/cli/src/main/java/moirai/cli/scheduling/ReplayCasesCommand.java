package moirai.cli.scheduling;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.TargetOptions;
import moirai.history.DataModel;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.cassandra.CassandraTarget;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.LoadedCode;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.Target;
import moirai.runs.products.Products;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moirai schedule run}. */
@Command(
        name = "run",
        description = {
            "Makes anomalies happen on a database: each with rows, sessions and an order of statements of its own.",
            "PATH is sources, or what analyze --json wrote; without it, the last analysis of the store is taken."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = {
            "Exit: 1 one manifested, 0 all were prevented, 2 one is not known.",
            "Example: moirai schedule run --db h2 --isolation read-committed"
        })
final class ReplayCasesCommand implements Callable<Integer> {

    /** Of a replay in which each step waits for a lock. */
    private static final Duration EACH_MAX = Duration.ofSeconds(30);

    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private AnalysisArgument argument = new AnalysisArgument();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Run the compiled methods instead of the statements found in them. Of their classes: jars,"
                    + " folders, FOLDER/* for all jars of one, separated by colons.")
    private List<Path> classpath = List.of();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private AdmissionOptions admission = new AdmissionOptions();

    /** @param environment the variables of the process */
    ReplayCasesCommand(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() throws Exception {
        Target database = database();
        StoredAnalysis analysis = argument.analysis();
        List<StoredAnalysis.Numbered> cases = argument.cases(analysis);
        if (database instanceof Target.Existing(var endpoint, var clients)) {
            var url = target.existing();
            Duration limit = EACH_MAX.multipliedBy(cases.size());
            admission.require(url, url.product(Products.servers()), endpoint, environment, limit);
        }
        var report = new ReplayReport(analysis);
        PrintWriter out = spec.commandLine().getOut();
        if (cases.isEmpty()) {
            out.print(report.none());
            out.flush();
            return report.exitCode().code();
        }
        if (classpath.isEmpty()) {
            replay(report, cases, database, DirectedDatabase::replay);
        } else {
            try (LoadedCode code = argument.code(classpath)) {
                replay(report, cases, database, (opened, wanted) -> opened.replay(wanted, code));
            } catch (CodeException unusable) {
                throw new ParameterException(spec.commandLine(), "--classpath: " + unusable.getMessage());
            }
        }
        out.print(report.totals());
        out.println("kept       " + report.keep(argument.store()));
        out.flush();
        return report.exitCode().code();
    }

    private Target database() {
        String product = target.product().name();
        boolean isSeveral = target.nodeCount() > 1;
        boolean isCluster = DirectedDatabase.CLUSTERS.contains(product)
                && !target.existing().isGiven();
        if (!DirectedDatabase.PRODUCTS.contains(product) || (isSeveral && !isCluster)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "cases are not replayed on " + product + (isSeveral ? " with several nodes" : "")
                            + ": expected --db postgres[:N], galera[:N], cassandra[:N], mariadb, h2, hsqldb or mock, or"
                            + " --url jdbc:postgresql://HOST:PORT/NAME");
        }
        if (!classpath.isEmpty() && (isSeveral || !DirectedDatabase.OF_METHODS.contains(product))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--classpath: methods are not run on " + product + (isSeveral ? " with several nodes" : "")
                            + "; expected --db with one of " + String.join(", ", DirectedDatabase.OF_METHODS));
        }
        if (product.equals("cassandra")) {
            requireOwnNodes();
        }
        boolean isMock = product.equals("mock");
        if (isMock && spec.commandLine().getParseResult().hasMatchedOption("--isolation")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--isolation: the mock store keeps what each anomaly says and no more; expected --level, of the"
                            + " analysis");
        }
        return target.target(DataModel.REGISTER, environment);
    }

    /** Cases cut nodes off from each other, and ask one of them at a time. */
    private void requireOwnNodes() {
        int nodes = target.nodeCount();
        boolean isExisting = target.existing().isGiven();
        if (isExisting || nodes < CassandraTarget.NODES_MIN || nodes > CassandraTarget.NODES_MAX) {
            throw new ParameterException(
                    spec.commandLine(),
                    "cases are not replayed on " + (isExisting ? "a Cassandra that exists" : nodes + " of its nodes")
                            + ": expected --db cassandra:2 or cassandra:3");
        }
        for (String option : List.of("--cql-mode", "--consistency")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(
                        spec.commandLine(), option + ": cases read and write at one replica each; leave it out");
            }
        }
    }

    /** How a case is replayed. */
    @FunctionalInterface
    private interface Replaying {
        ReplayOutcome replay(DirectedDatabase database, DirectedCase wanted) throws InterruptedException;
    }

    private void replay(ReplayReport report, List<StoredAnalysis.Numbered> cases, Target database, Replaying replaying)
            throws InterruptedException {
        int sessions = cases.stream()
                .mapToInt(one -> one.wanted().scenario().calls().size())
                .max()
                .orElse(0);
        PrintWriter out = spec.commandLine().getOut();
        String product = target.product().name();
        try (var opened = open(database, product, sessions)) {
            String how = classpath.isEmpty() ? "" : ", by the methods themselves";
            out.print(report.heading(opened.describe() + how));
            for (StoredAnalysis.Numbered one : cases) {
                out.print(report.add(one, replaying.replay(opened, one.wanted())));
                out.flush();
            }
        }
    }

    private DirectedDatabase open(Target database, String product, int sessions) {
        String isolation = target.isolation();
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

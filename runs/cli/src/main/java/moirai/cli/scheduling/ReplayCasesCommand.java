package moirai.cli.scheduling;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.TargetOptions;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.LoadedCode;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.Target;
import moirai.runs.cases.PredictedCases;
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
        Target database = new DirectedTargets(spec, target).database(environment, classpath);
        PredictedCases analysis = argument.analysis();
        List<NumberedCase> cases = argument.cases(analysis);
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

    /** How a case is replayed. */
    @FunctionalInterface
    private interface Replaying {
        ReplayOutcome replay(DirectedDatabase database, DirectedCase wanted) throws InterruptedException;
    }

    private void replay(ReplayReport report, List<NumberedCase> cases, Target database, Replaying replaying)
            throws InterruptedException {
        int sessions = cases.stream()
                .mapToInt(one -> one.wanted().scenario().calls().size())
                .max()
                .orElse(0);
        PrintWriter out = spec.commandLine().getOut();
        String product = target.product().name();
        try (var opened = DirectedTargets.open(database, product, target.isolation(), sessions)) {
            String how = classpath.isEmpty() ? "" : ", by the methods themselves";
            out.print(report.heading(opened.describe() + how));
            for (NumberedCase one : cases) {
                out.print(report.add(one, replaying.replay(opened, one.wanted())));
                out.flush();
            }
        }
    }
}

package moirai.cli.predicting;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.TargetOptions;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.LoadedCode;
import moirai.reenactment.databases.CaseEngine;
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

/** The command {@code moirai schedule run}, which replays predicted anomalies on a database. */
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

    /** The longest time of a replay in which each step waits for a lock. */
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

    /**
     * Creates the command.
     *
     * @param environment the variables of the process
     */
    ReplayCasesCommand(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() throws Exception {
        Target database = new DirectedTargets(spec, target).database(environment, classpath);
        PredictedCases analysis = argument.analysis();
        List<NumberedCase> cases = argument.cases(analysis);
        database.existing().ifPresent(endpoint -> {
            var url = target.existing();
            Duration limit = EACH_MAX.multipliedBy(cases.size());
            admission.require(url, url.product(Products.servers()), endpoint, environment, limit);
        });
        var report = new ReplayReport(analysis);
        PrintWriter out = spec.commandLine().getOut();
        if (cases.isEmpty()) {
            out.print(report.none());
            out.flush();
            return report.exitCode().code();
        }
        if (classpath.isEmpty()) {
            try (DirectedDatabase opened = open(database, cases)) {
                replay(report, cases, opened, "");
            }
        } else {
            try (LoadedCode code = argument.code(classpath);
                    DirectedDatabase opened = open(database, cases).running(code)) {
                replay(report, cases, opened, ", by the methods themselves");
            } catch (CodeException unusable) {
                throw new ParameterException(spec.commandLine(), "--classpath: " + unusable.getMessage());
            }
        }
        out.print(report.totals());
        out.println("kept       " + report.keep(argument.store()));
        out.flush();
        return report.exitCode().code();
    }

    private DirectedDatabase open(Target database, List<NumberedCase> cases) {
        int sessions = cases.stream()
                .mapToInt(one -> one.wanted().scenario().calls().size())
                .max()
                .orElse(0);
        CaseEngine engine = target.product().engine().orElseThrow();
        return database.openForScenarios(engine, target.isolation(), sessions);
    }

    private void replay(ReplayReport report, List<NumberedCase> cases, DirectedDatabase database, String how)
            throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        out.print(report.heading(database.describe() + how));
        for (NumberedCase one : cases) {
            out.print(report.add(one, database.replay(one.wanted())));
            out.flush();
        }
    }
}

package moirai.cli.predicting;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.TargetOptions;
import moirai.cli.options.TypedCommand;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.databases.CaseEngine;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.Target;
import moirai.runs.cases.PredictedCases;
import moirai.runs.prediction.CaseReplays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai schedule run}, which replays predicted anomalies on a database. */
@Command(
        name = "run",
        description = {
            "Makes anomalies happen on a database: each with rows, sessions and an order of statements of its own.",
            "PATH is sources, or what analyze --json wrote and its sources. Default: the last analysis of the store.",
            "The methods themselves run, with their own SQL and tables, compiled in memory from the sources. Where",
            "that cannot be done, the statements of the analysis run, and the report says why."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = {
            "Exit: 1 one manifested, 0 all were prevented, 2 one is not known, such as one that was only modelled: it",
            "happened, but what ran differs from the source in what may prevent it.",
            "Example: ${ROOT-COMMAND-NAME} schedule run --db h2 --isolation read-committed"
        })
final class ReplayCasesCommand implements Callable<Integer> {

    /** The longest time of a replay in which each step waits for a lock. */
    private static final Duration EACH_MAX = Duration.ofSeconds(30);

    private final Map<String, String> environment;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private AnalysisArgument argument = AnalysisArgument.withSources();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "What the methods need, or their own classes: jars, folders, FOLDER/* for all jars of one,"
                    + " separated by colons.")
    private List<Path> classpath = List.of();

    @Option(names = "--abstract", description = "Run the statements of the analysis, and no method of the sources.")
    private boolean isAbstract;

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
        Target database = new DirectedTargets(command, target).database(environment, classpath);
        if (isAbstract && !classpath.isEmpty()) {
            throw command.refused("--abstract: not together with --classpath, which is for methods; expected one");
        }
        PredictedCases analysis = argument.analysis();
        List<NumberedCase> cases = argument.cases(analysis);
        admission.require(target, database, environment, EACH_MAX.multipliedBy(cases.size()));
        var report = new ReplayReport(analysis);
        PrintWriter out = command.out();
        if (cases.isEmpty()) {
            out.print(report.none());
            out.flush();
            return report.exitCode().code();
        }
        try (OwnCode own = code(analysis);
                DirectedDatabase opened = open(database, cases)) {
            replay(report, analysis, cases, opened, own);
        } catch (CodeException unusable) {
            throw command.refused("--classpath: " + unusable.getMessage());
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

    private OwnCode code(PredictedCases analysis) {
        if (isAbstract) {
            return OwnCode.none("");
        }
        boolean isRun = target.product()
                .engine()
                .filter(engine -> engine.runsMethods() && target.nodeCount() == 1)
                .isPresent();
        return isRun ? argument.code(analysis, classpath) : OwnCode.none("methods are not run on several copies");
    }

    private void replay(
            ReplayReport report,
            PredictedCases analysis,
            List<NumberedCase> cases,
            DirectedDatabase database,
            OwnCode own)
            throws InterruptedException {
        Optional<DirectedDatabase> methods =
                database.runsMethods() ? own.code().map(database::running) : Optional.empty();
        String how = methods.isPresent()
                ? ", by the methods themselves"
                : own.reason().isEmpty() ? "" : ", by the statements of the analysis: " + own.reason();
        PrintWriter out = command.out();
        List<Path> compiled = methods.isPresent() ? own.compiled() : List.of();
        out.print(report.heading(database.describe() + how, methods.isPresent(), compiled));
        out.flush();
        // With a class path, methods have to run, but for a call that no class path could make possible.
        var replays = new CaseReplays(
                analysis,
                database,
                methods,
                unusable -> !classpath.isEmpty() && !(unusable instanceof CodeException.OfCall));
        PrintStream before = System.out;
        System.setOut(System.err); // What the methods print is no part of the report.
        try {
            for (NumberedCase one : cases) {
                out.print(replayed(report, one, replays));
                out.flush();
            }
        } finally {
            System.setOut(before);
        }
    }

    private String replayed(ReplayReport report, NumberedCase one, CaseReplays replays) throws InterruptedException {
        CaseReplays.Replayed replayed = replays.replay(one.found(), one.wanted());
        String text = report.add(one, replayed);
        return replayed.reason().isEmpty()
                ? text
                : text + report.note("by the statements of the analysis: " + replayed.reason());
    }
}

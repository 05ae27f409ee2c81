package moirai.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.corpus.FirstCases;
import moirai.cli.options.AnomalyOptions;
import moirai.cli.options.Argv;
import moirai.cli.options.LoadOptions;
import moirai.cli.options.NemesisOptions;
import moirai.cli.options.TargetOptions;
import moirai.cli.options.TermsOptions;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.options.WatchOptions;
import moirai.cli.options.WorkloadOptions;
import moirai.cli.reporting.ExportFiles;
import moirai.cli.terminal.Signals;
import moirai.cli.terminal.Terminal;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.Cluster;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultMix;
import moirai.runs.ClusterPlan;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.alarms.AlarmPlan;
import moirai.runs.cases.Origin;
import moirai.runs.corpus.Corpus;
import moirai.runs.measures.RunTerms;
import moirai.runs.metrics.Publication;
import moirai.runs.products.Product;
import moirai.runs.replay.WholeRun;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.RunText;
import moirai.runs.store.RunStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai run}, which runs a workload on a database and judges the history. */
@Command(
        name = "run",
        description = RunCommand.SUMMARY,
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = "Example: ${ROOT-COMMAND-NAME} run --db postgres --isolation repeatable-read --expect serializable"
                + " --time-limit 20")
final class RunCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    static final String SUMMARY = "Runs random transactions against a database and judges its isolation.";

    private final Context context;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private AdmissionOptions admission = new AdmissionOptions();

    @Option(
            names = "--expect",
            paramLabel = "LEVEL",
            converter = Values.OfLevel.class,
            description = "What must hold. Default: see clients/DATABASES.md. Also: --require, --accept-known.")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Mixin
    private WorkloadOptions workload = new WorkloadOptions();

    @Mixin
    private NemesisOptions nemesis = new NemesisOptions();

    @Mixin
    private WatchOptions watch = new WatchOptions();

    @Mixin
    private AnomalyOptions anomalies = new AnomalyOptions();

    @Mixin
    private TermsOptions terms = new TermsOptions();

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "Where all plans come from; a live database still interleaves them as it likes.")
    private Seed seed = Seed.random();

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "Where runs are kept, in DB-WORKLOAD or --name NAME. Default: ./store.")
    private Path store = Path.of("store");

    @Option(
            names = "--name",
            paramLabel = "NAME",
            hidden = true,
            description = "The folder of the store. Default: DB-WORKLOAD.")
    private String name = "";

    @Mixin
    private ExportFiles exports = new ExportFiles();

    @Option(
            names = {"-q", "--quiet"},
            description = "Show the result alone.")
    private boolean isQuiet;

    @Option(
            names = ResumedRun.OPTION,
            paramLabel = "RUN",
            description = "Go on with a run that was killed or stopped, in its directory; 'latest' is the newest.")
    private String resume = "";

    RunCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (command.has(ResumedRun.OPTION)) {
            return new ResumedRun(context, command, store).call(resume);
        }
        return execute(order(), Optional.empty(), "");
    }

    /**
     * Executes a run that these options ask for.
     *
     * @param resumed the run of which this is a further part; empty for a new run
     * @param heading further lines to be shown at its begin
     */
    int execute(Execution.Order order, Optional<Execution.Resumed> resumed, String heading)
            throws InterruptedException {
        exports.require();
        Duration limit = order.settings().load().timeLimit();
        admission.require(target, order.target(), context.environment(), limit);
        AlarmPlan alarms = anomalies.plan(watch.isJudgedMeanwhile(), context.environment());
        Terminal terminal = Terminal.of(command.line(), context.isTerminal(), isQuiet);
        Publication metrics = watch.publish(terminal.err());
        PrintWriter out = terminal.out();
        out.print(RunText.heading(target.describe(), order.settings()) + heading);
        out.flush();
        var stop = new StopRequest();
        Signals signals = Signals.handle(stop, terminal.aside());
        try (signals;
                metrics) {
            ExitCode first = resumed.isPresent() ? ExitCode.VALID : promoted(order, out, stop);
            RunResult result = new Execution(
                            context,
                            terminal,
                            stop,
                            new Execution.Watch(
                                    watch.isJudgedMeanwhile(), metrics, alarms, terms.terms(order.settings())))
                    .execute(order, resumed);
            out.print(RunText.of(result));
            out.print(RunText.next(result, Argv.line(order.argv())));
            if (first == ExitCode.INVALID) {
                out.println("exit 1: a promoted case of " + Corpus.FOLDER + " was shown again, see above");
            }
            ExitCode written = exports.attempt(result.directory(), out);
            out.flush();
            return result.exitCode().and(first).and(written).code();
        }
    }

    /** Executes the run that these options ask for. Its progress is shown, its result is not. */
    RunResult execute(Terminal terminal, StopRequest stop) throws InterruptedException {
        Execution.Order order = order();
        admission.require(
                target,
                order.target(),
                context.environment(),
                order.settings().load().timeLimit());
        var watch = new Execution.Watch(false, new Publication.None(), AlarmPlan.NONE, RunTerms.NONE);
        return new Execution(context, terminal, stop, watch).execute(order);
    }

    /**
     * Replays the promoted cases of the corpus before the run. Does nothing for a URL, where consent covers the run
     * alone.
     */
    private ExitCode promoted(Execution.Order order, PrintWriter out, StopRequest stop) throws InterruptedException {
        if (order.target().existing().isPresent()) {
            return ExitCode.VALID;
        }
        String product = Origin.of(RunHeader.NONE, order.argv(), 0, List.of()).product();
        return FirstCases.replay(
                new Corpus(Path.of(Corpus.FOLDER)),
                product.isEmpty() ? target.product().name() : product,
                new WholeRun(order.settings(), order.target()),
                out,
                stop);
    }

    /** Returns the number of servers that sessions are spread over. */
    int nodeCount() {
        return target.nodeCount();
    }

    /** Returns the run to execute, after all arguments were checked and before anything is touched. */
    Execution.Order order() {
        Product product = target.product();
        product.lack(workload.workload(), target.isolation()).ifPresent(lack -> {
            throw command.refused("--workload: " + lack.why() + "; expected " + lack.instead());
        });
        var levels = new Levels(target.isolation(), expected());
        Target database = target.target(workload.workload().structure().model(), context.environment());
        var settings = new RunSettings(
                seed,
                workload.workload(),
                levels,
                load.load(database.isSimulated(), target.nodeCount()),
                load.evidence(),
                faults(database));
        terms.terms(settings);
        String structure = workload.workload().structure().label();
        String called = name.isEmpty() ? product.name() + "-" + structure : name;
        if (!RunStore.isName(called)) {
            throw command.refused("'" + called + "' is not a name for a run: expected " + RunStore.NAMES);
        }
        // Of a file of arguments its content: the file may be another one when the run is executed again.
        List<String> typed = command.line().getParseResult().expandedArgs();
        return new Execution.Order(
                settings, database, store, called, Argv.of(withCommand(typed), seed), watch.keep(workload.workload()));
    }

    /** Returns the faults. Before anything is started, the database is asked whether they can be injected there. */
    private FaultMix faults(Target database) {
        FaultMix mix = nemesis.mix();
        target.require(mix);
        if (mix.isNone()) {
            return mix;
        }
        if (database.existing().isPresent()) {
            throw command.refused("--nemesis: faults are not injected into databases at "
                    + target.existing().option()
                    + " in this version, whatever their mark allows: expected e.g. --db postgres");
        }
        ClusterPlan plan = database.cluster()
                .orElseThrow(() -> command.refused(
                        "--nemesis: faults need a database that Moirai starts as servers: expected e.g. --db"
                                + " postgres"));
        try (Cluster cluster = plan.make(1)) {
            for (FaultKind kind : mix.kinds()) {
                kind.lack(cluster).ifPresent(lack -> {
                    throw command.refused("--nemesis: " + lack + "; see: " + OwnCommand.line("nemesis list --db DB"));
                });
            }
        }
        return mix;
    }

    private IsolationLevel expected() {
        return command.has("--expect") ? expect : target.product().expected(target.isolation());
    }

    /**
     * Returns the typed arguments with {@code run} in front, as picocli gives a command only the arguments after its
     * name.
     */
    private static List<String> withCommand(List<String> typed) {
        return typed.isEmpty() || !typed.getFirst().equals("run")
                ? Stream.concat(Stream.of("run"), typed.stream()).toList()
                : typed;
    }
}

package moirai.cli.matrix;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import moirai.analysis.Checker;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.Argv;
import moirai.cli.options.TargetOptions;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.replaying.RunCommands;
import moirai.cli.terminal.Terminal;
import moirai.generators.Workload;
import moirai.history.DataModel;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.RunResult;
import moirai.runs.StopRequest;
import moirai.runs.files.WholeOutput;
import moirai.runs.matrix.Matrix;
import moirai.runs.matrix.MatrixJson;
import moirai.runs.matrix.MatrixMarkdown;
import moirai.runs.matrix.MatrixPage;
import moirai.runs.matrix.MatrixText;
import moirai.runs.matrix.Measurement;
import moirai.runs.matrix.Row;
import moirai.runs.products.Product;
import moirai.runs.report.Numbers;
import moirai.runs.report.Wrapping;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command {@code moirai matrix}, which runs a workload at each level of a database and tables what was shown. */
@Command(
        name = "matrix",
        description = {
            MatrixCommand.SUMMARY,
            "",
            "Each level has a run of its own, which is stored, and which 'explain' explains. The columns are",
            "Hermitage's; DATABASES.md says what is counted for each. Ends with 1 if a level showed what the database",
            "documents not to happen, and otherwise as 'run' does."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = "Example: ${ROOT-COMMAND-NAME} matrix --db postgres --time-limit 10m --html matrix.html")
public final class MatrixCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Makes the table of a database: levels asked for, and the phenomena that each showed.";

    private static final String ISOLATION = "--isolation";
    private static final String LEVEL = "--level";
    private static final String MARKDOWN = "--md";
    private static final String HTML = "--html";
    private static final String JSON = "--json";
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** Below this, a run sees little but what is frequent. */
    private static final Duration SHORT = Duration.ofSeconds(5);

    /** The part of a run's time in which sessions run, before it is known; the rest is for its start and its check. */
    private static final double RUNNING = 0.5;

    private static final double RUNNING_MIN = 0.1;
    private static final double RUNNING_MAX = 0.9;
    private static final String STOPPING =
            "stopping: the level that is being measured is the last (once more to end at once)";

    private final Checker checker;
    private final LevelRuns runs;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    @SuppressWarnings("UnusedVariable") // Its options are passed on to the runs.
    private AdmissionOptions admission = new AdmissionOptions();

    @Option(
            names = LEVEL,
            paramLabel = "LEVEL",
            split = ",",
            hideParamSyntax = true,
            description = "LEVEL,…: what is asked of the database. Default: every level that it has.")
    private List<String> levels = List.of();

    @Option(
            names = {"-w", "--workload"},
            paramLabel = "NAME",
            split = ",",
            hideParamSyntax = true,
            converter = Values.OfWorkload.class,
            description =
                    "predicate, append or both. Default: predicate, which shows all columns; of cassandra append.")
    private List<Workload> workloads = List.of();

    @Option(
            names = {"-c", "--concurrency"},
            paramLabel = "N",
            description = "Sessions at a time; 3n: three a node. Default: 10.")
    private String concurrency = "10";

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "For all levels together, with their checks. Default: 10m.")
    private Duration timeLimit = Duration.ofMinutes(10);

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "Where all plans come from, the same at each level.")
    private Seed seed = Seed.random();

    @Option(names = "--store", paramLabel = "DIR", description = "Where runs are kept, in DB-matrix. Default: ./store.")
    private Path store = Path.of("store");

    @Option(names = MARKDOWN, paramLabel = "FILE", description = "Write the table as Markdown.")
    private String markdown = "";

    @Option(names = HTML, paramLabel = "FILE", description = "Write it as a page that needs no network.")
    private String html = "";

    @Option(names = JSON, paramLabel = "FILE", description = "Write it as JSON.")
    private String json = "";

    @Option(
            names = {"-q", "--quiet"},
            description = "Show the table alone.")
    private boolean isQuiet;

    private MatrixCommand(Checker checker, LevelRuns runs) {
        this.checker = checker;
        this.runs = runs;
    }

    /**
     * Returns the command, without the option for a single level that other commands have beside those for a database.
     *
     * @param checker decides what the findings of a run leave open
     * @param runs executes the run of each level
     */
    public static CommandLine commandLine(Checker checker, LevelRuns runs) {
        var line = new CommandLine(new MatrixCommand(checker, runs));
        line.getCommandSpec().remove(line.getCommandSpec().findOption(ISOLATION));
        return line;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        List<String> asked = asked();
        List<Workload> recipes = recipes();
        files().forEach((option, file) ->
                command.require(option + ": ", () -> WholeOutput.requireFilePlace(Path.of(file))));
        // Nothing is started before the arguments of every run are known to be right.
        asked.forEach(level -> recipes.forEach(recipe -> require(argv(level, recipe, timeLimit))));
        Terminal terminal = Terminal.of(command.line(), runs.isWatched(), isQuiet);
        terminal.out().println("seed " + seed);
        terminal.out().flush();
        var stop = new StopRequest();
        var rows = new ArrayList<Row>();
        RunCommands.Listening listening = runs.listen(stop, terminal.aside(), STOPPING);
        try (listening) {
            measure(asked, recipes, rows, terminal, stop);
        } catch (RuntimeException failed) {
            if (!rows.isEmpty()) {
                show(matrix(asked, recipes, rows), terminal.out(), ExitCode.INTERNAL_ERROR);
            }
            throw failed;
        }
        Matrix matrix = matrix(asked, recipes, rows);
        ExitCode code = matrix.exitCode().and(stop.reason().orElse(ExitCode.VALID));
        show(matrix, terminal.out(), code);
        return code.code();
    }

    private void require(List<String> argv) {
        try {
            runs.asked(argv);
        } catch (ParameterException wrong) {
            throw command.refused(String.valueOf(wrong.getMessage()).replace(ISOLATION + ":", LEVEL + ":"));
        }
    }

    /**
     * Measures one level after the other, each in an equal part of the time that is left. How much of it the sessions
     * have follows from how much of its time the run before needed for its start, its check and its cases.
     */
    private void measure(
            List<String> asked, List<Workload> recipes, List<Row> rows, Terminal terminal, StopRequest stop)
            throws InterruptedException {
        long end = System.nanoTime() + timeLimit.toNanos();
        int left = asked.size() * recipes.size();
        double running = RUNNING;
        warn(share((long) (timeLimit.toNanos() * running / left)), terminal);
        for (String level : asked) {
            var measured = new ArrayList<Measurement>();
            for (Workload recipe : recipes) {
                if (stop.isAsked()) {
                    break;
                }
                long begun = System.nanoTime();
                Duration share = share((long) ((end - begun) * running / left));
                if (!isQuiet) {
                    terminal.err()
                            .println((level.isEmpty() ? target.describe() : level) + " for at most "
                                    + Numbers.seconds(share) + ", " + left + (left == 1 ? " run" : " runs") + " left");
                }
                RunResult result = runs.execute(argv(level, recipe, share), command, terminal, stop);
                measured.add(Measurement.of(result, recipe, checker));
                running = Math.clamp((double) share.toNanos() / (System.nanoTime() - begun), RUNNING_MIN, RUNNING_MAX);
                left--;
            }
            if (!measured.isEmpty()) {
                rows.add(new Row(measured.getFirst().run().header().isolation(), measured));
            }
        }
    }

    private void warn(Duration share, Terminal terminal) {
        if (!isQuiet && share.compareTo(SHORT) < 0) {
            terminal.err()
                    .print(Wrapping.message("about " + Numbers.seconds(share) + " a run is short, so that what is rare"
                            + " will hardly be seen; a longer --time-limit helps"));
        }
    }

    private static Duration share(long nanos) {
        return Duration.ofMillis(
                Math.max(SHORTEST.toMillis(), Duration.ofNanos(nanos).toMillis()));
    }

    private Matrix matrix(List<String> asked, List<Workload> recipes, List<Row> rows) {
        return new Matrix(
                target.describe(),
                seed,
                recipes.stream().map(Workload::toString).toList(),
                rows,
                asked.subList(rows.size(), asked.size()),
                Argv.line(Argv.of(typed(), seed)));
    }

    private List<String> typed() {
        var typed = new ArrayList<>(command.line().getParseResult().expandedArgs());
        if (typed.isEmpty() || !typed.getFirst().equals("matrix")) {
            typed.addFirst("matrix");
        }
        return typed;
    }

    private void show(Matrix matrix, PrintWriter out, ExitCode code) throws IOException {
        out.print(MatrixText.of(matrix));
        for (var file : files().entrySet()) {
            String text = switch (file.getKey()) {
                case MARKDOWN -> MatrixMarkdown.of(matrix);
                case HTML -> MatrixPage.of(matrix);
                default -> MatrixJson.of(matrix);
            };
            WholeOutput.file(Path.of(file.getValue()), writer -> writer.write(text));
            out.println("report: " + file.getValue());
        }
        out.print(MatrixText.exit(matrix, code));
        out.println("seed " + seed);
        out.flush();
    }

    /** Returns the files to be written, by their options. */
    private Map<String, String> files() {
        var files = new LinkedHashMap<String, String>();
        files.put(MARKDOWN, markdown);
        files.put(HTML, html);
        files.put(JSON, json);
        files.values().removeIf(String::isEmpty);
        return files;
    }

    /** Returns the levels to be measured; an empty text stands for a database that has no levels. */
    private List<String> asked() {
        if (target.existing().argv().contains("--password")
                && !target.existing().hasReference()) {
            throw command.refused("--password: each level connects anew: expected env:NAME or file:PATH");
        }
        if (command.has(LEVEL)) {
            return levels.stream().distinct().toList();
        }
        List<String> all = target.levels();
        return all.isEmpty() ? List.of("") : all;
    }

    private List<Workload> recipes() {
        Product product = target.product();
        if (workloads.isEmpty()) {
            return List.of(product.hasScans() ? Workload.predicate() : Workload.append());
        }
        workloads.forEach(recipe -> {
            if (recipe.structure().model() != DataModel.LIST_APPEND) {
                throw command.refused("--workload: " + recipe.structure().label()
                        + " shows few of the columns: expected append, predicate or both");
            }
        });
        return workloads.stream().distinct().toList();
    }

    /** Returns the arguments of {@code moirai run} for a level. */
    private List<String> argv(String level, Workload recipe, Duration share) {
        var argv = new ArrayList<>(target.existing().argv());
        for (OptionSpec option : command.line().getParseResult().matchedOptions()) {
            if (isPassedOn(option.longestName()) && !argv.contains(option.longestName())) {
                option.originalStringValues().forEach(value -> argv.add(option.longestName() + "=" + value));
            }
        }
        if (!level.isEmpty()) {
            argv.addAll(List.of(ISOLATION, level, "--expect", expect(level).label()));
        }
        argv.addAll(List.of(
                "--concurrency",
                concurrency,
                "--workload",
                recipe.toString(),
                "--time-limit",
                share.toMillis() + "ms",
                "--seed",
                seed.toString(),
                "--store",
                store.toString(),
                "--name",
                target.product().name() + "-matrix"));
        return argv;
    }

    /** Returns whether an option is one of {@code run} that says which database is meant. */
    private boolean isPassedOn(String option) {
        return switch (option) {
            case LEVEL, MARKDOWN, HTML, JSON, "--workload", "--concurrency", "--time-limit", "--seed", "--store" ->
                false;
            default -> !option.equals("--quiet");
        };
    }

    /**
     * Returns the level that a run has to hold. It is serializable or stronger, so that every phenomenon that is shown
     * is shrunk to a case; what the database promises is asked of the findings.
     */
    private IsolationLevel expect(String level) {
        return target.product()
                .promise(level)
                .filter(promise -> promise.implies(IsolationLevel.SERIALIZABLE))
                .orElse(IsolationLevel.SERIALIZABLE);
    }
}

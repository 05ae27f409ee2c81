package moirai.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import moirai.cli.exploring.ExplorationDisplay;
import moirai.cli.exploring.ExplorationText;
import moirai.cli.exploring.ExploredCases;
import moirai.cli.exploring.ReplayedCase;
import moirai.cli.exploring.SmallestFailure;
import moirai.cli.options.Argv;
import moirai.cli.options.ClassPath;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.terminal.Terminal;
import moirai.exploration.CheckedProgram;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.Invariant;
import moirai.exploration.MinimalFailure;
import moirai.exploration.jdbc.UnexplorableException;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.ExploredLevels;
import moirai.exploration.search.NondeterminismError;
import moirai.exploration.search.Search.TooManyTxnsException;
import moirai.history.HistoryFormatException;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.programs.explored.Applications;
import moirai.programs.explored.ExploredPrograms;
import moirai.runs.ExitCode;
import moirai.runs.cases.ExploredCase;
import moirai.runs.emission.CaseFiles;
import moirai.runs.files.WholeOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code moirai explore}, which explores the executions of a program. */
@Command(
        name = "explore",
        description = {
            ExploreCommand.SUMMARY,
            "",
            "Ends with 0 if all was explored and nothing is broken, with 1 if something is, with 2 if a limit came"
                    + " first."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} explore bank-transfer --level causal")
final class ExploreCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    static final String SUMMARY =
            "Runs a program in every way that an isolation level allows, each once, and shows a smallest that breaks an"
                    + " assertion of the program.";

    private static final List<Algorithm> ALGORITHMS =
            List.of(Algorithm.SWAPPING, Algorithm.DEPTH_FIRST, Algorithm.RANDOM_WALK);

    /** The number of random descents of an estimate, enough to tell a thousand histories from a million. */
    private static final int ESTIMATE_DESCENTS = 100;

    private static final long RANDOM_MAX = 10_000;

    private final Context context;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(
            paramLabel = "PROGRAM",
            description = {
                "bank-transfer, bank-withdrawals or tpcc-payment: JDBC code;",
                "courseware, shoppingCart, tpcc, twitter, wikipedia: a client by lot; with -1 to -5 one of the paper;",
                "FILE.txt: a client that is written down; or a class: a Supplier of a Program or of a JdbcProgram."
            })
    private String name = "";

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Jars and folders with the class, separated by colons.")
    private List<Path> classpath = List.of();

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description = {
                "Whose behaviours are explored: true (every committed value), read-committed, read-atomic, causal,",
                "prefix, parallel-snapshot-isolation, snapshot-isolation, serializable; short rc, ra, cc, pc, psi,",
                "si, ser. Default: causal."
            })
    private String level = "causal";

    @Option(
            names = "--base",
            paramLabel = "LEVEL",
            description = "Explore this weaker level, and filter: true, read-committed, read-atomic or causal. Default:"
                    + " the level itself, or causal.")
    private String base = "";

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description =
                    "explore-ce: each history once. dfs: all orders, for comparison. random. Default: explore-ce.")
    private String algorithm = Algorithm.SWAPPING.label();

    @Option(names = "--sessions", paramLabel = "N", description = "Of a client by lot. Default: 3.")
    private int sessions = 3;

    @Option(names = "--txns", paramLabel = "N", description = "Of each of its sessions. Default: 3.")
    private int txns = 3;

    @Option(names = "--weakest", description = "Finds the weakest level at which nothing is broken.")
    private boolean isWeakest;

    @Option(
            names = "--robust",
            description = "Asks whether every behaviour at the level is serializable, whatever the program asserts.")
    private boolean isRobust;

    @Option(
            names = "--max",
            paramLabel = "N",
            description = "Stop after so many histories. Default: none; 10000 for random.")
    private long max = Long.MAX_VALUE;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Stop after: 60 (seconds), 500ms, 5m. With --weakest for each level, as --max.")
    private Duration timeLimit = Duration.ofDays(36_500);

    @Option(names = "--case", paramLabel = "FILE", description = "Write what is broken here as well.")
    private List<Path> caseFile = List.of();

    @Option(names = "--store", paramLabel = "DIR", description = "Where what is broken is kept. Default: store.")
    private Path store = Path.of("store");

    @Option(names = "--replay", paramLabel = "FILE", description = "Run the program as a case says, instead.")
    private List<Path> replayed = List.of();

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "For clients by lot, and for random. Default: a new one each time.")
    private Seed seed = Seed.random();

    @Option(
            names = {"-q", "--quiet"},
            description = "Show the result alone.")
    private boolean isQuiet;

    ExploreCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        try {
            return explored();
        } catch (NondeterminismError error) {
            throw command.refused(error.getMessage()
                    + error.location().map(place -> ", at " + place).orElse("")
                    + ": it must not depend on the clock, on random numbers or on the order of hash tables");
        } catch (TooManyTxnsException | UnexplorableException impossible) {
            throw command.refused(String.valueOf(impossible.getMessage()));
        }
    }

    private int explored() throws IOException {
        requireConsistent();
        PrintWriter out = command.out();
        if (!replayed.isEmpty()) {
            return replay(replayed.getFirst(), out);
        }
        ExploredPrograms.Found found = command.accepted(() -> ExploredPrograms.named(
                name, new ExploredPrograms.Lot(sessions, txns, seed), () -> ClassPath.loader(classpath)));
        return isWeakest ? weakest(found.checked(), out) : explore(found, out);
    }

    private void requireConsistent() {
        if (max < 1) {
            throw command.refused("--max: " + max + " is too few; expected 1 or more");
        }
        if (sessions < 1 || txns < 1) {
            throw command.refused("--sessions and --txns: " + sessions + " and " + txns + "; expected 1 or more");
        }
        if ((command.has("--sessions") || command.has("--txns"))
                && !Applications.names().contains(name)) {
            throw command.refused("--sessions and --txns: '" + name + "' has its own; they go with "
                    + String.join(", ", Applications.names()));
        }
        requireAlone("--weakest", "tries all levels", "--level", "--base", "--robust", "--case");
        requireAlone(
                "--replay",
                "runs one behaviour",
                "--weakest",
                "--robust",
                "--case",
                "--level",
                "--base",
                "--algorithm",
                "--max",
                "--time-limit",
                "--sessions",
                "--txns",
                "--seed");
        command.require("--case: ", () -> caseFile.forEach(WholeOutput::requireFilePlace));
    }

    private void requireAlone(String option, String why, String... others) {
        List<String> given = Stream.of(others).filter(command::has).toList();
        if (command.has(option) && !given.isEmpty()) {
            throw command.refused(option + " " + why + "; it does not go with " + String.join(", ", given));
        }
    }

    private int explore(ExploredPrograms.Found found, PrintWriter out) throws IOException {
        ExplorationOptions options = options(level("--level", level));
        Explorable program = found.checked().program();
        out.print(ExplorationText.heading(name, program.calls(), options));
        if (isByLot()) {
            out.println("seed       " + seed);
        }
        out.flush();
        try (ExplorationDisplay display = display(program, options)) {
            ExplorationResult result = search(found.checked(), options, display);
            display.clear();
            out.print(ExplorationText.counts(result, display.elapsed()));
            return conclude(found, options, result, display);
        }
    }

    private boolean isByLot() {
        return Applications.names().contains(name) || algorithm.equals(Algorithm.RANDOM_WALK.label());
    }

    private ExplorationResult search(
            CheckedProgram checked, ExplorationOptions options, Exploration.Progress progress) {
        return isRobust
                ? Exploration.compare(checked.program(), options, IsolationLevel.STRONG_SESSION_SERIALIZABLE, progress)
                : Exploration.of(checked.program(), options, checked.invariants(), progress);
    }

    private int conclude(
            ExploredPrograms.Found found,
            ExplorationOptions options,
            ExplorationResult result,
            ExplorationDisplay display)
            throws IOException {
        PrintWriter out = command.out();
        if (result.failures().isEmpty()) {
            out.print(ExplorationText.conclusion(
                    result, isRobust ? "every behaviour is serializable" : "nothing is broken"));
            out.flush();
            return (result.isExhausted() ? ExitCode.VALID : ExitCode.UNKNOWN).code();
        }
        display.shrinks();
        // To know that a smaller program does not fail takes a search that comes to an end.
        ExplorationOptions brief = options.by(Algorithm.SWAPPING, seed.value())
                .upTo(Math.min(MinimalFailure.ENDS_MAX, options.historiesMax()), 1);
        List<Invariant> invariants = found.checked().invariants();
        SmallestFailure smallest = SmallestFailure.of(
                found.checked().program(),
                result.failures().getFirst(),
                smaller -> search(new CheckedProgram(smaller, invariants), brief, display));
        display.clear();
        out.print(ExplorationText.failure(smallest.failure()));
        Optional<IsolationLevel> required =
                isRobust ? Optional.of(IsolationLevel.STRONG_SESSION_SERIALIZABLE) : Optional.empty();
        ExploredCase kept = ExploredCases.of(name, found.client(), options.level(), required, smallest);
        for (Path file : caseFile) {
            CaseFiles.rewrite(file, kept);
            out.println("case       " + file);
        }
        out.println("kept       " + CaseFiles.write(store.resolve("explore").resolve("anomalies"), kept));
        out.flush();
        return ExitCode.INVALID.code();
    }

    private int weakest(CheckedProgram checked, PrintWriter out) {
        var holds = new ArrayList<IsolationLevel>();
        var unknown = new ArrayList<IsolationLevel>();
        for (IsolationLevel tried : ExploredLevels.all()) {
            if (holds.stream().anyMatch(tried::implies)) {
                continue;
            }
            ExplorationResult result;
            try (ExplorationDisplay display = display(checked.program(), options(tried))) {
                result = search(checked, options(tried), display);
                display.clear();
                out.print(ExplorationText.row(tried, result, display.elapsed()));
                out.flush();
            }
            if (result.failures().isEmpty()) {
                (result.isExhausted() ? holds : unknown).add(tried);
            }
        }
        out.print(ExplorationText.weakest(holds, unknown));
        out.flush();
        return (!unknown.isEmpty() ? ExitCode.UNKNOWN : holds.isEmpty() ? ExitCode.INVALID : ExitCode.VALID).code();
    }

    private int replay(Path file, PrintWriter out) {
        ReplayedCase replay;
        try {
            if (!(CaseFiles.read(file) instanceof ExploredCase known)) {
                throw new IllegalArgumentException(file + " is of no explored program; expected one, or "
                        + Argv.line(List.of("replay", file.toString())));
            }
            if (!name.equals(known.source().name())) {
                throw new IllegalArgumentException(
                        file + " is of the program " + known.source().name() + ", not of " + name);
            }
            replay = ReplayedCase.of(known, classpath);
        } catch (IllegalArgumentException | HistoryFormatException unusable) {
            throw command.refused("--replay: " + unusable.getMessage());
        }
        out.print(replay.text());
        out.flush();
        return replay.code().code();
    }

    private ExplorationOptions options(IsolationLevel wanted) {
        return command.accepted(() -> {
            ExplorationOptions options = ExplorationOptions.at(wanted).upTo(historiesMax(), 1);
            if (!base.isEmpty()) {
                options = options.on(level("--base", base));
            }
            return options.by(Values.named("--algorithm", algorithm, ALGORITHMS, Algorithm::label), seed.value());
        });
    }

    /** Returns the most histories to explore. Random walks need a bound, as they never end by themselves. */
    private long historiesMax() {
        boolean isEndless = algorithm.equals(Algorithm.RANDOM_WALK.label()) && !command.has("--time-limit");
        return isEndless && !command.has("--max") ? RANDOM_MAX : max;
    }

    private IsolationLevel level(String option, String word) {
        return command.accepted(option + ": ", () -> ExploredLevels.NAMES.parse(word));
    }

    private ExplorationDisplay display(Explorable program, ExplorationOptions options) {
        Terminal terminal = Terminal.of(command.line(), context.isTerminal(), isQuiet);
        return new ExplorationDisplay(
                terminal, timeLimit, () -> Exploration.estimate(program, options, ESTIMATE_DESCENTS));
    }
}

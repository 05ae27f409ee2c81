package moirai.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.exploring.ExplorationDisplay;
import moirai.cli.exploring.ExplorationText;
import moirai.cli.exploring.ExploredPrograms;
import moirai.cli.options.Nearest;
import moirai.cli.options.Values;
import moirai.cli.options.WholeOutput;
import moirai.cli.terminal.Terminal;
import moirai.exploration.Behaviour;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.MinimalFailure;
import moirai.exploration.applications.Applications;
import moirai.exploration.files.CaseFile;
import moirai.exploration.jdbc.UnexplorableException;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.ExploredLevel;
import moirai.exploration.search.NondeterminismError;
import moirai.exploration.search.Replay.ReplayException;
import moirai.exploration.search.Search.TooManyTxnsException;
import moirai.history.Seed;
import moirai.runs.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moirai explore}. */
@Command(
        name = "explore",
        description = {
            "Runs a program in every way that an isolation level allows, each once, and shows a smallest that breaks an"
                    + " assertion of the program.",
            "",
            "Ends with 0 if all was explored and nothing is broken, with 1 if something is, with 2 if a limit came"
                    + " first."
        },
        sortOptions = false,
        footer = "Example: moirai explore bank-transfer --level causal")
final class ExploreCommand implements Callable<Integer> {

    private static final List<Algorithm> ALGORITHMS =
            List.of(Algorithm.SWAPPING, Algorithm.DEPTH_FIRST, Algorithm.RANDOM_WALK);

    /** Enough to tell a thousand histories from a million; of JDBC code they take about half a second. */
    private static final int ESTIMATE_DESCENTS = 100;

    private final Context context;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

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
            description = "Whose behaviours are explored; true allows every committed value. Default: causal.")
    private String level = ExploredLevel.CAUSAL.label();

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

    @Option(names = "--max", paramLabel = "N", description = "Stop after so many histories.")
    private long max = Long.MAX_VALUE;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Stop after: 60 (seconds), 500ms, 5m.")
    private Duration timeLimit = Duration.ofDays(36_500);

    @Option(names = "--case", paramLabel = "FILE", description = "Write what is broken here, for --replay.")
    private List<Path> caseFile = List.of();

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
    public Integer call() {
        try {
            return explored();
        } catch (NondeterminismError error) {
            throw refused(error.getMessage()
                    + error.location().map(place -> ", at " + place).orElse("")
                    + ": it must not depend on the clock, on random numbers or on the order of hash tables");
        } catch (TooManyTxnsException | UnexplorableException impossible) {
            throw refused(String.valueOf(impossible.getMessage()));
        }
    }

    private int explored() {
        requireConsistent();
        Explorable program = program();
        PrintWriter out = spec.commandLine().getOut();
        if (!replayed.isEmpty()) {
            return replay(program, replayed.getFirst(), out);
        }
        return isWeakest ? weakest(program, out) : explore(program, out);
    }

    private void requireConsistent() {
        if (max < 1) {
            throw refused("--max: " + max + " is too few; expected 1 or more");
        }
        if (sessions < 1 || txns < 1) {
            throw refused("--sessions and --txns: " + sessions + " and " + txns + "; expected 1 or more");
        }
        if ((isGiven("--sessions") || isGiven("--txns"))
                && !Applications.names().contains(name)) {
            throw refused("--sessions and --txns: '" + name + "' has its own; they go with "
                    + String.join(", ", Applications.names()));
        }
        if (isWeakest && (isGiven("--level") || isGiven("--base") || isRobust)) {
            throw refused("--weakest tries all levels; it does not go with --level, --base or --robust");
        }
        if (!replayed.isEmpty() && (isWeakest || isRobust || !caseFile.isEmpty())) {
            throw refused("--replay runs one behaviour; it does not go with --weakest, --robust or --case");
        }
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private Explorable program() {
        try {
            return ExploredPrograms.named(name, new ExploredPrograms.Lot(sessions, txns, seed), classpath);
        } catch (IllegalArgumentException unusable) {
            throw refused(String.valueOf(unusable.getMessage()));
        }
    }

    private int explore(Explorable program, PrintWriter out) {
        ExplorationOptions options = options(level("--level", level));
        out.print(ExplorationText.heading(name, program.calls(), options));
        out.flush();
        try (ExplorationDisplay display = display(program, options)) {
            ExplorationResult result = isRobust
                    ? Exploration.compare(program, options, ExploredLevel.SERIALIZABLE, display)
                    : Exploration.of(program, options, List.of(), display);
            display.clear();
            out.print(ExplorationText.counts(result, display.elapsed()));
            return conclude(program, options, result, display);
        }
    }

    private int conclude(
            Explorable program, ExplorationOptions options, ExplorationResult result, ExplorationDisplay display) {
        PrintWriter out = spec.commandLine().getOut();
        if (result.failures().isEmpty()) {
            out.print(ExplorationText.conclusion(result));
            out.flush();
            return (result.isExhausted() ? ExitCode.VALID : ExitCode.UNKNOWN).code();
        }
        display.shrinks();
        MinimalFailure minimal = isRobust
                ? new MinimalFailure(program, result.failures().getFirst(), 0)
                : MinimalFailure.of(program, result.failures().getFirst(), options, List.of(), display);
        display.clear();
        out.print(ExplorationText.failure(minimal));
        for (Path file : caseFile) {
            write(file, CaseFile.json(name, options.level(), minimal.program().calls(), minimal.failure()));
            out.println("case       " + file);
        }
        out.flush();
        return ExitCode.INVALID.code();
    }

    private int weakest(Explorable program, PrintWriter out) {
        var holds = new ArrayList<ExploredLevel>();
        boolean isProven = true;
        for (ExploredLevel tried : ExploredLevel.values()) {
            if (holds.stream().anyMatch(tried::implies)) {
                continue;
            }
            ExplorationResult result;
            try (ExplorationDisplay display = display(program, options(tried))) {
                result = Exploration.of(program, options(tried), List.of(), display);
                display.clear();
                out.print(ExplorationText.row(tried, result, display.elapsed()));
                out.flush();
            }
            if (result.failures().isEmpty() && result.isExhausted()) {
                holds.add(tried);
            }
            isProven &= result.isExhausted() || !result.failures().isEmpty();
        }
        out.print(ExplorationText.weakest(holds));
        out.flush();
        return (!isProven ? ExitCode.UNKNOWN : holds.isEmpty() ? ExitCode.INVALID : ExitCode.VALID).code();
    }

    private int replay(Explorable program, Path file, PrintWriter out) {
        CaseFile known = read(file);
        Explorable smaller = CaseFile.reduced(program, known.calls())
                .orElseThrow(() -> refused("--replay: " + file + ": the case is of other calls than " + name
                        + " makes; it is of " + known.program()));
        Behaviour behaviour;
        try {
            behaviour = Behaviour.replayed(smaller, known.script());
        } catch (ReplayException different) {
            throw refused("--replay: " + file + ": " + different.getMessage());
        }
        out.print(behaviour.table());
        String failure = behaviour.failure();
        out.println(failure.isEmpty() ? "result     nothing is broken" : "result     BROKEN: " + failure);
        out.flush();
        return (failure.isEmpty() ? ExitCode.VALID : ExitCode.INVALID).code();
    }

    private CaseFile read(Path file) {
        try {
            return CaseFile.parse(Files.readString(file));
        } catch (NoSuchFileException missing) {
            throw refused("--replay: no such file: " + file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (IllegalArgumentException malformed) {
            throw refused("--replay: " + file + ": " + malformed.getMessage());
        }
    }

    private static void write(Path file, String text) {
        try {
            WholeOutput.file(file, out -> out.write(text));
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private ExplorationOptions options(ExploredLevel wanted) {
        try {
            ExplorationOptions options = ExplorationOptions.at(wanted).upTo(max, 1);
            if (!base.isEmpty()) {
                options = options.on(level("--base", base));
            }
            return options.by(algorithm(), seed.value());
        } catch (IllegalArgumentException wrong) {
            throw refused(String.valueOf(wrong.getMessage()));
        }
    }

    private Algorithm algorithm() {
        List<String> labels = ALGORITHMS.stream().map(Algorithm::label).toList();
        return ALGORITHMS.get(labels.indexOf(Values.known("--algorithm", algorithm, labels)));
    }

    private ExploredLevel level(String option, String label) {
        return ExploredLevel.named(label)
                .orElseThrow(() -> refused(option + ": '" + label + "' is not a level that can be explored"
                        + Nearest.hint(label, ExploredLevel.labels()) + ". Known: "
                        + String.join(", ", ExploredLevel.labels())));
    }

    private ExplorationDisplay display(Explorable program, ExplorationOptions options) {
        Terminal terminal = Terminal.of(spec.commandLine(), context.isTerminal(), isQuiet);
        return new ExplorationDisplay(
                terminal, timeLimit, () -> Exploration.estimate(program, options, ESTIMATE_DESCENTS));
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

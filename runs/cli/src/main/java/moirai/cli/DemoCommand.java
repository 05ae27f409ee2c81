package moirai.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.terminal.Signals;
import moirai.cli.terminal.Terminal;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.files.HistoryReader;
import moirai.history.keeping.Keep;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import moirai.runs.report.AnomalyText;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.RunText;
import moirai.runs.report.Wrapping;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code moirai demo}, which runs one workload at two levels on a real server and explains the difference.
 */
@Command(
        name = "demo",
        description = {
            DemoCommand.SUMMARY,
            "",
            "Starts a server of its own twice, for a few seconds each, and removes it. Needs no set-up and",
            "no knowledge of isolation levels. Ends with 0 if both runs went as announced, the anomaly of",
            "the first run included; with 3 if no anomaly showed up, with 1 if a wrong one did."
        },
        sortOptions = false)
final class DemoCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    static final String SUMMARY =
            "Shows an anomaly of a real PostgreSQL, explains it, and shows the level that prevents it.";

    private static final Duration RUN_TIME = Duration.ofSeconds(5);
    private static final int SESSIONS = 10;

    private static final String INTRODUCTION = """

            Ten sessions append numbers to lists and read lists, several in one transaction, on a real PostgreSQL
            server that was made for this and will be removed. Each list shows its own history, so from what was
            read Moirai infers which transaction came before which, and looks for circles.

            First run: sessions ask for REPEATABLE READ, and we expect SERIALIZABLE: that the result could also
            have come about one transaction after the other.

            """;

    private static final String PROMISE = """

            Is that a bug of PostgreSQL? No. It documents its repeatable read as snapshot isolation, which allows
            write skew, and keeps that promise: nothing that snapshot isolation forbids was found. What failed was
            our expectation: it was stronger than the level we asked for. An application that relies on such an
            expectation has a bug that no test with one user at a time will ever show.
            """;

    private static final String BROKEN_PROMISE = """

            This is not what was announced: something was found that even snapshot isolation forbids, which is what
            PostgreSQL documents for its repeatable read. Look at it with 'MOIRAI explain'.
            """;

    private static final String SECOND_RUN = """

            Second run: the same transactions from the same seed, but sessions ask for
            SERIALIZABLE.

            """;

    private static final String PRICE = """

            Same transactions, no anomaly: PostgreSQL refuses more of them instead (see aborted), and an application
            has to run those again. That is the price.
            """;

    private static final String SURPRISE = """

            This is not what was announced: at this level PostgreSQL promises that it cannot happen, so you have met a
            bug of the database (see above whether it is a known one). Run the demo again, and it will most likely not
            show up.
            """;

    private static final String NEXT = """

            Three things to try next
              the other levels    MOIRAI run --db postgres --isolation read-committed --expect snapshot-isolation
              all the witnesses   MOIRAI explain RUN
              your own database   MOIRAI target --help
            """;

    private final Context context;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "Where all transactions come from. Default: a new one each time.")
    private Seed seed = Seed.random();

    @Option(names = "--store", paramLabel = "DIR", description = "Where runs are kept. Default: ./store.")
    private Path store = Path.of("store");

    DemoCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = Terminal.of(command.line(), context.isTerminal(), false);
        PrintWriter out = terminal.out();
        out.println("seed " + seed);
        out.print(paragraphs(INTRODUCTION));
        out.flush();
        var stop = new StopRequest();
        Signals signals = Signals.handle(stop, terminal.err());
        try (signals) {
            var execution = new Execution(context, terminal, stop, Execution.Watch.NOBODY);
            RunResult weak = execution.execute(order(SqlIsolation.REPEATABLE_READ));
            out.print(RunText.of(weak));
            if (stop.isAsked()) {
                out.println("seed " + seed);
                out.flush();
                boolean asAnnounced = keepsPromise(weak.judgement().findings());
                return (asAnnounced ? stop.reason().orElse(ExitCode.VALID) : ExitCode.INVALID).code();
            }
            Optional<Anomaly> skew = writeSkew(weak.judgement().findings());
            skew.ifPresent(anomaly -> explain(weak, anomaly, out));
            out.print(
                    keepsPromise(weak.judgement().findings()) ? paragraphs(PROMISE) : paragraphs(here(BROKEN_PROMISE)));
            out.print(SECOND_RUN);
            out.flush();
            RunResult strong = execution.execute(order(SqlIsolation.SERIALIZABLE));
            out.print(RunText.of(strong));
            out.print(strong.exitCode() == ExitCode.VALID ? paragraphs(PRICE) : "");
            out.print(strong.exitCode() == ExitCode.INVALID ? paragraphs(SURPRISE) : "");
            out.print(here(NEXT).replace("RUN", weak.directory().toString()));
            ExitCode code = conclusion(weak.judgement().findings(), strong);
            out.println("seed " + seed);
            out.flush();
            return code.code();
        }
    }

    /** Returns paragraphs behind an empty line, in lines that fit; an empty line at their end stays. */
    private static String paragraphs(String text) {
        return Stream.of(text.strip().split("\n\n"))
                .map(paragraph -> Wrapping.wrap(paragraph, "", Wrapping.width()))
                .collect(Collectors.joining("\n", "\n", text.endsWith("\n\n") ? "\n" : ""));
    }

    /** Returns a text with the words that call Moirai here. */
    private static String here(String text) {
        return text.replace("MOIRAI", OwnCommand.words());
    }

    private Execution.Order order(SqlIsolation isolation) {
        var settings = new RunSettings(
                seed,
                Workload.append(),
                new Levels(isolation.label(), IsolationLevel.SERIALIZABLE),
                new Load(SESSIONS, RUN_TIME, Load.UNLIMITED),
                EvidenceRule.DEFAULT);
        var argv = List.of(
                "run",
                "--db",
                "postgres",
                "--isolation",
                isolation.label(),
                "--expect",
                "serializable",
                "--time-limit",
                "5",
                "--seed",
                seed.toString());
        return new Execution.Order(
                settings, Products.POSTGRES.target(Wish.of(isolation.label())), store, "demo", argv, Keep.all());
    }

    private static void explain(RunResult run, Anomaly anomaly, PrintWriter out) {
        out.println();
        out.print(AnomalyText.of(HistoryReader.read(run.directory()).history(), anomaly));
    }

    /** Returns the smallest write skew, which is the easiest to follow; empty if there is none. */
    private static Optional<Anomaly> writeSkew(Findings findings) {
        return findings.forbiddenAt(IsolationLevel.SERIALIZABLE).stream()
                .filter(anomaly -> anomaly.phenomenon() == Phenomenon.G2_ITEM)
                .min(Comparator.comparingInt(anomaly -> anomaly.txns().size()));
    }

    private static boolean keepsPromise(Findings weak) {
        return weak.forbiddenAt(IsolationLevel.SNAPSHOT_ISOLATION).isEmpty();
    }

    /**
     * Returns the success code if the runs ended as announced: the weak run shows write skew and nothing that its level
     * forbids, and the strong run shows nothing.
     */
    private static ExitCode conclusion(Findings weak, RunResult strong) {
        if (!keepsPromise(weak)) {
            return ExitCode.INVALID;
        }
        boolean isShown = weak.phenomena().contains(Phenomenon.G2_ITEM);
        return isShown ? strong.exitCode() : strong.exitCode().and(ExitCode.INSUFFICIENT_EVIDENCE);
    }
}

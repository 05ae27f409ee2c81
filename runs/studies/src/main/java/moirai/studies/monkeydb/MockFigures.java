package moirai.studies.monkeydb;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.options.Values;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.programs.SqlPrograms;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramResults;
import moirai.programs.sql.SqlProgram;
import moirai.runs.ExitCode;
import moirai.studies.keyvalue.report.KeyValueReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code scripts/mock-figures}: one table or figure of the paper on MonkeyDB. */
@Command(
        name = "mock-figures",
        description = "Measures again what the paper on MonkeyDB has measured, and prints it beside the paper's.",
        sortOptions = false,
        footer = "Example: scripts/mock-figures table1 --runs 10000 --seed 1")
public final class MockFigures implements Callable<Integer> {

    private static final List<String> FIGURES = List.of("table1", "levels", "runs", "coverage", "assertions", "speed");

    /** The number of harnesses of each program, which takes a minute or two. */
    private static final int HARNESSES = 10;

    /**
     * The maximal number of histories of a harness; larger harnesses are left out and counted. A harness with a million
     * histories would take longer than all others together.
     */
    private static final int HISTORIES_MAX = 50_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FIGURE",
            description = {
                "table1: runs for each that breaks an assertion of a key-value program, at causal.",
                "levels: the share of runs that break them, at each level.",
                "runs: one run for each of these assertions that breaks it, transaction by transaction.",
                "coverage: figure 13, the states that random runs find, of all that there are; takes minutes.",
                "assertions: figures 14 and 15, the share of runs that break those of the SQL programs.",
                "speed: microseconds for a run of a key-value program, at each level."
            })
    private String figure = "";

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Default: as in the paper, 10000; with coverage 5000, with assertions 50.")
    private int runs;

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            converter = Values.OfStoreLevel.class,
            description = "With runs. Default: causal.")
    private IsolationLevel level = IsolationLevel.CAUSAL;

    @Option(names = "--txns", paramLabel = "N", description = "With assertions: of a session. Default: 20.")
    private int txns = 20;

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "Where all choices come from. Default: a new one each time.")
    private Seed seed = Seed.random();

    @Override
    public Integer call() {
        String known = known();
        boolean isCounted = isGiven("--runs");
        requirePositive("--runs", isCounted ? runs : 1);
        requirePositive("--txns", txns);
        requireFigure("--isolation", "runs", known);
        requireFigure("--txns", "assertions", known);
        int count = isCounted ? runs : paperRuns(known);
        PrintWriter out = spec.commandLine().getOut();
        out.println("seed " + seed);
        out.flush();
        out.print(
                switch (known) {
                    case "table1" -> KeyValueReport.table1(seed, count);
                    case "levels" -> KeyValueReport.levels(seed, count);
                    case "runs" -> KeyValueReport.counterExamples(level, seed, count);
                    case "coverage" -> KeyValueReport.coverage(seed, HARNESSES, count, HISTORIES_MAX);
                    case "speed" -> KeyValueReport.speed(seed, count);
                    default -> assertions(count);
                });
        out.flush();
        return ExitCode.VALID.code();
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private void requirePositive(String option, int value) {
        if (value < 1) {
            throw new ParameterException(spec.commandLine(), option + ": " + value + " is too few; expected 1 or more");
        }
    }

    /** Refuses an option of one figure that is given for another. */
    private void requireFigure(String option, String taker, String known) {
        if (isGiven(option) && !known.equals(taker)) {
            throw new ParameterException(
                    spec.commandLine(), option + ": '" + known + "' does not take it; it goes with '" + taker + "'");
        }
    }

    private static int paperRuns(String known) {
        return switch (known) {
            case "assertions" -> 50;
            case "coverage" -> 5_000;
            default -> 10_000;
        };
    }

    private String assertions(int count) {
        var results = new ArrayList<ProgramResults>();
        for (IsolationLevel asked : List.of(
                IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW,
                IsolationLevel.CAUSAL,
                IsolationLevel.STRICT_SERIALIZABLE)) {
            for (int sessions : new int[] {2, 3}) {
                for (SqlProgram program : SqlPrograms.all()) {
                    ProgramOptions options = ProgramOptions.serial(count, sessions, txns, seed);
                    results.add(SqlPrograms.run(program, new MockTarget(asked), options));
                }
            }
        }
        return new Evaluation(results).table();
    }

    private String known() {
        try {
            return Values.known("FIGURE", figure, FIGURES);
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()));
        }
    }
}

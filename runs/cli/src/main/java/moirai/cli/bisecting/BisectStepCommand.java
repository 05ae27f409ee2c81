package moirai.cli.bisecting;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.replaying.RunCommands;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.format.CaseFormat;
import moirai.runs.report.Numbers;
import moirai.runs.report.OwnCommand;
import moirai.runs.scenarios.Attempt;
import moirai.runs.scenarios.BisectStep;
import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code moirai bisect step}, which judges one commit. */
@Command(
        name = "step",
        description =
                "One step of git bisect run: attempts COMMAND until it fails, or until it has passed often enough.",
        sortOptions = false,
        footer = {
            "COMMAND passes with 0 and fails with 1 or 4 to 124; 2, 3, 125 to 255 and a start that fails cannot be",
            "judged. A JVM that cannot start ends with 1 too: let a script try that first, and end with 125.",
            "Exit: 0 good, 1 bad, 125 skip (three attempts could not be judged), 130 and 143 stopped by a signal.",
            "Example: git bisect run ${ROOT-COMMAND-NAME} bisect step --rate 0.2 -- ./build-and-test.sh"
        })
final class BisectStepCommand implements Callable<Integer> {

    private static final String CASE_FILE = "case.json";

    private final RunCommands runs;

    @Mixin
    private TypedCommand typed = new TypedCommand();

    @Option(names = "--case", paramLabel = "CASE", description = "A case that was replayed: where the rate comes from.")
    private Path found = Path.of(CASE_FILE);

    @Option(
            names = "--rate",
            paramLabel = "P",
            description = "How often the failure shows where it is there, above 0, at most 1; e.g. 0.2.")
    private double rate = 1;

    @Option(
            names = "--confidence",
            paramLabel = "P",
            description = "Of good, above 0, below 1: so often a failure of that rate would have shown. Default: 0.99.")
    private double confidence = 0.99;

    @Option(
            names = "--attempt-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "After this an attempt is ended, and cannot be judged. Default: 10m.")
    private Duration limit = Duration.ofMinutes(10);

    @Option(
            names = "--max-attempts",
            paramLabel = "N",
            description = "Refuse to begin if good would take more. Default: 1000.")
    private int attemptsMax = 1_000;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "After --: one attempt, with its arguments.")
    private List<String> command = List.of();

    BisectStepCommand(RunCommands runs) {
        this.runs = runs;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (command.isEmpty()) {
            throw typed.refused("COMMAND is missing: expected e.g. "
                    + OwnCommand.line("bisect step --rate 0.2 -- ./build-and-test.sh"));
        }
        BisectStep step = step();
        PrintWriter out = typed.out();
        out.println("good after " + Numbers.counted(step.attempts(), "attempt") + " without a failure");
        out.flush();
        var stop = new StopRequest();
        var attempts = new ChildAttempts(command, limit, stop);
        RunCommands.Listening listening = runs.listen(stop, typed.err());
        try (listening) {
            BisectStep.Result result = step.run(() -> told(attempts.attempt()), stop::isAsked);
            out.println(result.answer().name().toLowerCase(Locale.ROOT) + ": failed "
                    + result.tally().words());
            out.flush();
            boolean isBad = result.answer() == BisectStep.Answer.BAD;
            return isBad
                    ? result.answer().code()
                    : stop.reason().map(ExitCode::code).orElse(result.answer().code());
        }
    }

    private BisectStep step() {
        double known = known();
        BisectStep step;
        try {
            step = new BisectStep(known, confidence);
        } catch (IllegalArgumentException outOfRange) {
            throw typed.refused("--rate " + known + ", --confidence " + confidence
                    + ": expected a rate above 0 and at most 1, and a confidence above 0 and below 1");
        }
        if (step.attempts() > attemptsMax) {
            throw typed.refused("--max-attempts: '" + attemptsMax + "' is less than the " + step.attempts()
                    + " attempts that good takes at a rate of " + known + ": expected at least that, or a case that"
                    + " shows more often");
        }
        return step;
    }

    private double known() {
        if (typed.has("--rate") == typed.has("--case")) {
            throw typed.refused("how often the failure shows is " + (typed.has("--rate") ? "said twice" : "not said")
                    + ": expected either --rate or --case");
        }
        return typed.has("--rate") ? rate : ofCase();
    }

    /**
     * Returns a rate that the true rate of the case is hardly below. The counted rate would be too high: four of twenty
     * are also seen at a true rate of a tenth, and the number of attempts that a fifth asks for would miss the failure
     * far too often. The replay that showed the failure most often is used, and the bound takes the number of replays
     * to choose from into account.
     */
    private double ofCase() {
        Path file = Files.isDirectory(found) ? found.resolve(CASE_FILE) : found;
        List<Confirmation> all = CaseFormat.read(file).confirmations();
        Confirmation best = all.stream()
                .filter(confirmation -> confirmation.shown() > 0)
                .max(Comparator.comparingInt(Confirmation::shown))
                .orElseThrow(
                        () -> typed.refused("--case: " + file + " was never shown again, so that its rate is unknown:"
                                + " expected one that " + OwnCommand.line("replay") + " has shown, or --rate"));
        int judged = best.attempts() - best.unknown();
        double low = Proportions.lowerBound(new Tally(best.shown(), judged - best.shown(), best.unknown()), all.size());
        typed.out()
                .printf(
                        Locale.ROOT,
                        "the case was shown %d of %d times: a rate of at least %.3f (95 %%)%n",
                        best.shown(),
                        judged,
                        low);
        return low;
    }

    private Attempt told(Attempt attempt) {
        if (attempt instanceof Attempt.Unknown(String reason)) {
            typed.err().println("an attempt could not be judged: " + reason);
        }
        return attempt;
    }
}

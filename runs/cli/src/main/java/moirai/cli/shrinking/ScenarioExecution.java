package moirai.cli.shrinking;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import moirai.analysis.Checker;
import moirai.analysis.shrinking.Symptom;
import moirai.cli.options.Argv;
import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import moirai.runs.ExitCode;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.report.Wrapping;
import moirai.runs.scenarios.Attempt;
import moirai.runs.scenarios.Budget;
import moirai.runs.scenarios.KnownSoFar;
import moirai.runs.scenarios.PlannedRun;
import moirai.runs.scenarios.RunTrial;
import moirai.runs.scenarios.Scenario;
import moirai.runs.scenarios.ScenarioFile;
import moirai.runs.scenarios.ScenarioShrinker;
import moirai.runs.scenarios.ScenarioText;
import moirai.runs.scenarios.Shrinking;
import moirai.runs.scenarios.ShrinkingWatcher;
import moirai.runs.scenarios.Suspects;
import moirai.runs.scenarios.statistics.Tally;
import moirai.runs.store.RunDirectory;
import picocli.CommandLine.ParameterException;

/** The part of {@code moirai shrink --execute} that executes a stored run again and again, with less each time. */
final class ScenarioExecution {

    /** The folder of scenarios in the run's directory. */
    private static final String FOLDER = "scenarios";

    private final ScenarioOptions options;
    private final RunCommands runs;
    private final TypedCommand command;
    private final PrintWriter out;
    private final PrintWriter err;

    ScenarioExecution(ScenarioOptions options, RunCommands runs, TypedCommand command) {
        this.options = options;
        this.runs = runs;
        this.command = command;
        this.out = command.out();
        this.err = command.err();
    }

    /**
     * Executes the scenarios, and reports what was found.
     *
     * @param run its directory
     * @param symptom what it has shown
     * @param suspects what its evidence names
     * @param judge of its attempts
     */
    ExitCode execute(Path run, Symptom symptom, Suspects suspects, Checker judge) throws InterruptedException {
        List<String> argv = new RunDirectory(run).argv();
        if (argv.isEmpty()) {
            throw command.refused("--execute: " + run + " does not say by which command it was made: expected the"
                    + " directory of a run that has ended");
        }
        RunCommands.Asked asked = asked(argv);
        err.println("executed again: " + claim(symptom));
        Path folder = run.resolve(FOLDER);
        var file = new ScenarioFile(folder);
        var stop = new StopRequest();
        var trial = new RunTrial(new RunTrial.Whole(asked.settings(), asked.target(), judge), symptom, folder, stop);
        var budget = new Budget(options.budget(), System::nanoTime, stop::isAsked);
        int sessionsMin = symptom instanceof Symptom.Lost ? 1 : 2;
        PlannedRun whole = PlannedRun.of(asked.settings(), nodes(asked.nodeCount()));
        var watcher = new Watcher(err, file, argv, asked.settings(), new KnownSoFar(whole.scenario()));
        Shrinking found;
        RunCommands.Listening listening = runs.listen(stop, err);
        try (listening) {
            found = new ScenarioShrinker(trial, budget, options.rules(sessionsMin), watcher).shrink(whole, suspects);
        }
        out.print(Wrapping.hanging(ScenarioText.of(found)));
        if (asked.target().isSimulated()) {
            out.println(
                    "note       a simulated database does the same each time, so these are no independent attempts");
        }
        if (found.isConfirmed()) {
            List<String> again = ScenarioArguments.of(argv, asked.settings(), found.smallest());
            file.write(found.smallest(), found.last().tally(), again, true);
            out.println("again      " + Argv.line(again));
        }
        if (file.isWritten()) {
            out.println("kept       " + folder);
        }
        out.flush();
        ExitCode code = found.isConfirmed() ? ExitCode.VALID : ExitCode.UNKNOWN;
        return stop.reason().map(code::and).orElse(code);
    }

    private static String claim(Symptom symptom) {
        return switch (symptom) {
            case Symptom.Lost lost -> "is an acknowledged append lost?";
            case Symptom.Forbidden forbidden ->
                "is there " + forbidden.phenomenon().label() + "?";
        };
    }

    private RunCommands.Asked asked(List<String> argv) {
        RunCommands.Asked asked;
        try {
            asked = runs.asked(argv.subList(1, argv.size()));
        } catch (ParameterException refused) {
            throw command.refused("--execute: the run's own command is refused now: " + refused.getMessage());
        }
        if (asked.target().existing().isPresent()) {
            throw command.refused("--execute: the run was made at a --url, where nothing is executed again by itself:"
                    + " expected a run on a database that Moirai makes, e.g. --db postgres");
        }
        return asked;
    }

    /** Returns the names of nodes, as clusters name them. */
    private static List<String> nodes(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(number -> "n" + number).toList();
    }

    /** A watcher that reports the progress and what is known, and keeps the smallest scenario on disk. */
    private static final class Watcher implements ShrinkingWatcher {

        private final PrintWriter err;
        private final ScenarioFile file;
        private final List<String> argv;
        private final RunSettings settings;
        private final KnownSoFar known;

        Watcher(PrintWriter err, ScenarioFile file, List<String> argv, RunSettings settings, KnownSoFar known) {
            this.err = err;
            this.file = file;
            this.argv = argv;
            this.settings = settings;
            this.known = known;
        }

        @Override
        public void stage(String what) {
            err.println(what);
        }

        @Override
        public void attempted(Scenario scenario, Attempt attempt, Tally tally) {
            String seen = switch (attempt) {
                case Attempt.Shown shown -> "shown";
                case Attempt.NotShown notShown -> "not shown";
                case Attempt.Unknown(String reason) -> "unknown: " + reason;
            };
            err.print(Wrapping.hanging("  " + scenario.describe() + " · " + seen + " · " + tally.words() + "\n"));
            err.print(Wrapping.hanging("    known: " + known.after(scenario, attempt) + "\n"));
            err.flush();
        }

        @Override
        public void confirmed(Scenario scenario, Tally tally) {
            file.write(scenario, tally, ScenarioArguments.of(argv, settings, scenario), false);
        }
    }
}

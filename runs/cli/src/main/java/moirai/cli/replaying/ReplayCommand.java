package moirai.cli.replaying;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.Argv;
import moirai.cli.options.TargetOptions;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;
import moirai.runs.cases.Control;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.emission.CaseFiles;
import moirai.runs.replay.Replay;
import moirai.runs.replay.ReplayOptions;
import moirai.runs.replay.ReplayResult;
import moirai.runs.replay.WholeRun;
import moirai.runs.report.Numbers;
import moirai.runs.report.Wrapping;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command {@code moirai replay}, which makes a case happen again. */
@Command(
        name = "replay",
        description = ReplayCommand.SUMMARY,
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = {
            "The database is that of the case unless --db or --url names another. Exit: 1 shown, 0 not, 2 unknown.",
            "Example: ${ROOT-COMMAND-NAME} replay store/latest/anomalies/9c1e4f03-G2-item-rw-rw --times 20"
        })
public final class ReplayCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Makes a case happen again on a database of its kind, and counts how often it does.";

    /** The options that say how to replay, rather than on which database. */
    private static final Set<String> OWN =
            Set.of("--times", "--control", "--budget", "--classpath", "--store", "--help");

    private final Map<String, String> environment;
    private final RunCommands runs;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private CaseArgument argument = new CaseArgument();

    @Option(
            names = "--times",
            paramLabel = "N",
            description = "Attempts that measure a schedule; more where it rarely shows. Default: 20.")
    private int times = 20;

    @Option(
            names = "--control",
            paramLabel = "HOW",
            description = "exact, gates, timing, faults or none. Default: each of them until one shows it.")
    private String control = "";

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "After this, no further schedule is begun. Default: 2m.")
    private Duration budget = Duration.ofMinutes(2);

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Of an explored program: jars and folders with its class.")
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
    public ReplayCommand(Map<String, String> environment, RunCommands runs) {
        this.environment = Map.copyOf(environment);
        this.runs = runs;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        Path file = argument.file();
        var programs = new ProgramReplays(command, target, admission);
        return switch (CaseFiles.read(file)) {
            case HistoryCase shown -> replay(file, shown);
            case ExploredCase explored -> programs.explored(file, explored, classpath);
            case PredictedCase predicted ->
                programs.predicted(file, predicted, command.has("--times") ? times : 1, environment, runs);
        };
    }

    private int replay(Path file, HistoryCase found) throws InterruptedException, IOException {
        if (command.has("--classpath")) {
            throw command.refused("--classpath: " + file + " is of a run, which has no classes of yours; leave it out");
        }
        ReplayOptions options = options();
        requirePlace(file, found);
        ReplayedRun run = replayed(file, found, given());
        WholeRun statements = parsed(file, run.withoutFaults());
        if (command.has("--db")) {
            requireNodes(file, found);
        }
        admission.require(target, statements.target(), environment, budget);
        PrintWriter out = command.out();
        out.print(Wrapping.hanging(ReplayText.heading(found) + ReplayText.limit(options)));
        out.flush();
        var stop = new StopRequest();
        long began = System.nanoTime();
        RunCommands.Listening listening = runs.listen(stop, command.err());
        try (listening) {
            ReplayResult result = replay(found, options, run, statements, stop);
            out.print(Wrapping.hanging(ReplayText.of(result, Duration.ofNanos(System.nanoTime() - began))));
            if (result.confirmation().isPresent()) {
                // In place of that of an earlier replay at the same place and under the same control.
                CaseFiles.rewrite(file, found.replayed(result.confirmation().get()));
                out.println("kept       in " + file);
            }
            out.flush();
            return result.exitCode().and(stop.reason().orElse(ExitCode.VALID)).code();
        }
    }

    private ReplayOptions options() {
        List<Control> controls = control.isEmpty()
                ? ReplayOptions.ALL
                : List.of(Control.named(control)
                        .orElseThrow(() -> command.refused(
                                "--control: '" + control + "' is unknown: expected one of " + Control.labels())));
        return command.accepted(() -> new ReplayOptions(times, controls, budget));
    }

    /** Requires that the user names the database if the case comes from one that existed: a case brings no consent. */
    private void requirePlace(Path file, HistoryCase found) {
        if (given().isElsewhere()) {
            return;
        }
        if (found.origin().isExisting()) {
            List<String> place = found.origin().place();
            throw command.refused(file + " was found at " + place.get(1)
                    + ", and brings no consent to use it again: expected "
                    + String.join(" ", place) + ", marked as for a run, or a server of its own: "
                    + Argv.line(List.of(
                            "replay", file.toString(), "--db", found.origin().product())));
        }
        if (found.origin().product().isEmpty()) {
            throw command.refused(
                    file + " does not say which database it was found on: expected --url, --node or --db, for example: "
                            + again(file, "postgres"));
        }
    }

    /** Returns the command on a server of its own, with the other options as they were given. */
    private String again(Path file, String database) {
        var again = new ArrayList<>(List.of("replay", file.toString(), "--db", database));
        if (command.has("--times")) {
            again.addAll(List.of("--times", String.valueOf(times)));
        }
        if (!control.isEmpty()) {
            again.addAll(List.of("--control", control));
        }
        return Argv.line(again);
    }

    private ReplayedRun replayed(Path file, HistoryCase found, ReplayedRun.Given given) {
        try {
            return ReplayedRun.of(found, given, runs);
        } catch (IllegalArgumentException | ParameterException refused) {
            throw command.refused(file + ": " + refused.getMessage());
        }
    }

    private ReplayResult replay(
            HistoryCase found, ReplayOptions options, ReplayedRun run, WholeRun statements, StopRequest stop)
            throws InterruptedException {
        WholeRun whole = statements;
        String objection = "";
        if (statements.target().existing().isPresent()) {
            objection = "whole runs are not repeated at " + target.existing().option() + ": type its command yourself";
        } else {
            try {
                whole = runs.parsed(run.argv());
            } catch (ParameterException refused) {
                objection = "its command cannot be repeated here: " + refused.getMessage();
            }
        }
        PrintWriter err = command.err();
        Consumer<String> watcher = runs.isWatched() ? stage -> err.println("trying     " + stage) : stage -> {};
        return new Replay(found, options, stop, watcher).on(whole, objection);
    }

    /**
     * Requires as many nodes as the run had. Fewer do not show an error between nodes; a URL may stand for any number.
     */
    private void requireNodes(Path file, HistoryCase found) {
        int needed = nodeCount(found);
        int given = target.nodeCount();
        if (given < needed) {
            throw command.refused("--db has " + Numbers.counted(given, "node") + ", but " + file + " was found on "
                    + needed + ": expected at least as many, as --db "
                    + found.origin().product() + ":" + needed);
        }
    }

    /** Returns the number of nodes of the run; 1 if its command cannot be parsed here, and so says nothing. */
    private int nodeCount(HistoryCase found) {
        try {
            return runs.asked(ReplayedRun.of(found, ReplayedRun.Given.NOTHING, runs)
                            .withoutFaults()
                            .argv())
                    .nodeCount();
        } catch (IllegalArgumentException | ParameterException unknown) {
            return 1;
        }
    }

    private WholeRun parsed(Path file, ReplayedRun run) {
        try {
            return runs.parsed(run.argv());
        } catch (ParameterException refused) {
            String why = String.valueOf(refused.getMessage());
            boolean isOfHand = given().options().keySet().stream().anyMatch(option -> why.startsWith(option + ":"));
            throw command.refused(isOfHand ? why : file + ": as its run's command has it, " + why);
        }
    }

    /** Returns the options that say on which database to replay, as they were typed. */
    private ReplayedRun.Given given() {
        var given = new LinkedHashMap<String, List<String>>();
        for (OptionSpec option : command.line().getParseResult().matchedOptions()) {
            if (!OWN.contains(option.longestName())) {
                given.put(option.longestName(), List.copyOf(option.originalStringValues()));
            }
        }
        return new ReplayedRun.Given(given);
    }
}

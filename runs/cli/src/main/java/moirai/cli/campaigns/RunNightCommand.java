package moirai.cli.campaigns;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.KeptCase;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.NightText;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.execution.CaseKeeping;
import moirai.runs.campaign.execution.NightOpening;
import moirai.runs.campaign.execution.NightRun;
import moirai.runs.campaign.file.CampaignFile;
import moirai.runs.campaign.file.CampaignPlan;
import moirai.runs.corpus.Corpus;
import moirai.runs.files.HeldLock;
import moirai.runs.report.Numbers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai campaign run}, which executes a night. */
@Command(
        name = "run",
        description = {
            "Runs the cells of a campaign, each in a process of its own, and says what became of each.",
            "",
            "A cell that hangs, crashes or runs out of memory is a result. A night that was stopped or killed goes on",
            "when the command is typed again. Ends with 1 if a run found what it must not or a threshold was missed,",
            "with 255 if a cell crashed, hung or ran out of memory, with 3 if evidence lacks, and otherwise as 'run'."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} campaign run --budget 30m --parallel 2 --junit night.xml")
final class RunNightCommand implements Callable<Integer> {

    private static final String STOPPING =
            "stopping: cells that are under way are stopped, and run when the campaign goes on (once more to end at"
                    + " once)";

    private final RunCommands runs;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private CampaignArguments arguments = new CampaignArguments();

    @Option(names = "--anyway", description = "Go on with a night although its file, or Moirai, has changed since.")
    private boolean isAnyway;

    @Option(names = "--new", description = "Begin a new night although the last one did not end.")
    private boolean isNew;

    @Mixin
    private NightResults results = new NightResults();

    @Option(
            names = "--corpus",
            paramLabel = "DIR",
            description = "Where cases of new failures are kept. Default: ./" + Corpus.FOLDER + ".")
    private Path corpus = Path.of(Corpus.FOLDER);

    @Option(
            names = {"-q", "--quiet"},
            description = "Show the result alone.")
    private boolean isQuiet;

    RunNightCommand(RunCommands runs) {
        this.runs = runs;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        results.require();
        CampaignFile file = arguments.file(runs);
        // Nothing is started before the arguments of every cell are known to be right, and the known failures.
        arguments.requireKnown();
        arguments.plan(file, LocalDate.now(ZoneOffset.UTC), runs);
        arguments.fewer(file).ifPresent(command.err()::println);
        var store = new CampaignStore(arguments.store());
        HeldLock lock = NightOpening.lock(store);
        try (lock) {
            return night(file, arguments.opening(file).open(date -> arguments.cells(file, date, runs), wish()));
        }
    }

    private NightOpening.Wish wish() {
        if (isAnyway && isNew) {
            throw command.refused("--anyway and --new exclude each other: expected one of them");
        }
        if (isNew) {
            return NightOpening.Wish.BEGIN;
        }
        return isAnyway ? NightOpening.Wish.RESUME_ANYWAY : NightOpening.Wish.RESUME;
    }

    private int night(CampaignFile file, NightOpening.Opened opened) throws InterruptedException, IOException {
        NightDirectory directory = opened.directory();
        Night before = directory.read();
        PrintWriter out = command.out();
        out.println("campaign " + file.source().name() + ", " + (opened.isResumed() ? "going on with night " : "night ")
                + before.identity().id());
        out.println(Numbers.counted(before.missing().size(), "cell") + " to run"
                + (before.results().isEmpty() ? "" : ", " + before.results().size() + " done before"));
        out.flush();
        var stop = new StopRequest();
        var progress = new Progress(before.cells().size(), before.results().size());
        var launcher = new OwnJvm(file.limits().heap());
        Duration budget = arguments.budget(file);
        long begun = System.nanoTime();
        AssessedNight assessed;
        RunCommands.Listening listening = runs.listen(stop, command.err(), STOPPING);
        try (listening) {
            Night night = new NightRun(
                            directory,
                            arguments.store(),
                            launcher,
                            file.sharpness().hasTeeth(),
                            stop,
                            progress)
                    .run(arguments.parallel(file), CampaignPlan.forCells(budget));
            assessed = arguments.assessed(night);
            if (night.isEnded()) {
                List<KeptCase> cases = new CaseKeeping(directory, arguments.store(), new Corpus(corpus), launcher, stop)
                        .run(assessed, forReplays(budget, Duration.ofNanos(System.nanoTime() - begun)));
                assessed = assessed.with(cases);
            }
        }
        ExitCode code = assessed.code().and(stop.reason().orElse(ExitCode.VALID));
        results.tell(assessed, directory, arguments.store(), new NightResults.Ended(code, !stop.isAsked()));
        return code.code();
    }

    /** Returns the time for replays: their part of the budget, and what the cells have left of theirs. */
    private static Duration forReplays(Duration budget, Duration spent) {
        Duration own = budget.minus(CampaignPlan.forCells(budget));
        Duration left = budget.minus(spent);
        return left.compareTo(own) > 0 ? left : own;
    }

    /** Says on the error output which cells are over. */
    private final class Progress implements NightRun.Watcher {

        private final int count;
        private int done;

        Progress(int count, int done) {
            this.count = count;
            this.done = done;
        }

        @Override
        public void begun(Cell cell) {
            // Only ends are told: with several cells at a time, begins say little.
        }

        @Override
        public void ended(CellResult result) {
            done++;
            if (!isQuiet) {
                command.err()
                        .println("[" + done + "/" + count + "] " + NightText.word(result) + "  " + result.cell() + "  "
                                + Numbers.seconds(
                                        Duration.ofMillis((long) (result.took().seconds() * 1e3))));
            }
        }
    }
}

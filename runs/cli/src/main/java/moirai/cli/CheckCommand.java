package moirai.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.cli.options.Argv;
import moirai.cli.options.EngineOption;
import moirai.cli.options.FormatOption;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.history.files.HistoryReader;
import moirai.history.keeping.Manifest;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Judgement;
import moirai.runs.interim.BoundedWork;
import moirai.runs.interim.BoundedWork.Ending;
import moirai.runs.interim.CheckBudget;
import moirai.runs.interim.DroppedBefore;
import moirai.runs.interim.HeapNeed;
import moirai.runs.interim.Streamed;
import moirai.runs.interim.StreamedCheck;
import moirai.runs.report.StructureText;
import moirai.runs.report.VerdictText;
import moirai.runs.report.Wrapping;
import moirai.runs.store.HistorySource;
import moirai.runs.store.RunDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code moirai check}, which judges a history again, also that of a run that did not end. Writes nothing.
 */
@Command(
        name = "check",
        description = CheckCommand.SUMMARY,
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} check latest --expect snapshot-isolation")
final class CheckCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    static final String SUMMARY = "Judges a history: a run's, also of one that was killed, or another checker's file.";

    private final Context context;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private HistoryArgument history = new HistoryArgument();

    @Option(
            names = "--expect",
            paramLabel = "LEVEL",
            converter = Values.OfLevel.class,
            description = "What must hold; rc ra cc pc psi si ser with the order within sessions. Default: what the run"
                    + " expected; otherwise serializable, ser of plume, awdit and dbcop, and of sets and counters with"
                    + " times strict-serializable, stricter than Jepsen's default: as set-full with :linearizable?"
                    + " true, lost and stale elements are invalid (serializable counts both, and passes).")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Mixin
    private FormatOption format = new FormatOption();

    @Mixin
    private EngineOption engine = new EngineOption();

    @Option(
            names = "--check-budget",
            paramLabel = "LIMIT",
            converter = Values.OfCheckBudget.class,
            description = "Ends in UNKNOWN, with what is proven by then: time=5m, heap=4g or both. Default: no limit.")
    private CheckBudget budget = CheckBudget.NONE;

    @Option(
            names = "--min-committed",
            paramLabel = "N",
            description = "Committed transactions that a pass needs. Default: 100 for a run, otherwise 0.")
    private int committedMin;

    CheckCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        var work = new BoundedWork(budget);
        Path path = history.path();
        var known = new AtomicReference<>(Progress.READING);
        Ending<Judgement> ending = work.run(() -> ended(judge(path, known), path));
        PrintWriter out = command.out();
        Judgement judgement = switch (ending) {
            case Ending.Done<Judgement>(Judgement whole) -> whole;
            case Ending.CutShort<Judgement>(String limit) -> cutShort(known.get(), limit);
        };
        HistorySource source = known.get().source();
        out.print(Wrapping.message("moirai check · " + path + origin(source)));
        source.loaded().warnings().forEach(warning -> out.print(Wrapping.message("warning: " + warning)));
        engine.assumed().ifPresent(assumed -> out.print(Wrapping.hanging(assumed)));
        out.print(VerdictText.of(judgement, source.history().header()));
        if (!command.has("--expect") && source.isWeakerThanElle()) {
            out.print(VerdictText.byDefault(judgement.expect()));
        }
        out.print(
                engine.isOfEveryLevel() || ending instanceof Ending.CutShort<Judgement>
                        ? ""
                        : VerdictText.unexamined(
                                judgement.findings(),
                                source.history().dataModel(),
                                "--every-level does, or --expect with one of them"));
        out.print(StructureText.of(source.history(), engine.bank(format.model())));
        if (!judgement.findings().anomalies().isEmpty()) {
            out.println("  explain  " + Argv.line(again("explain", path)));
        }
        if (ending instanceof Ending.CutShort<Judgement>) {
            var more = new ArrayList<>(again("check", path));
            more.addAll(List.of("--check-budget", budget.twice().toString()));
            out.println("  go on    " + Argv.line(more));
        }
        out.flush();
        return judgement.exitCode().code();
    }

    /**
     * Returns the judgement of a run that has not ended, and so has no final reads, as one that says so.
     *
     * @param path of a run, or of another history
     */
    private static Judgement ended(Judgement judgement, Path path) {
        var run = new RunDirectory(path);
        boolean hasEnded = Files.exists(run.record()) || !Files.exists(run.plan());
        if (hasEnded || judgement.durability().isAsked()) {
            return judgement;
        }
        String before = judgement.reach().isEmpty() ? "" : judgement.reach() + "; ";
        // Where faults were injected, the verdict speaks of durability anyway.
        String what = judgement.durability().isCutOff() ? "" : ": durability not checked";
        return judgement.reaching(before + "the run has not ended" + what);
    }

    /**
     * Returns the judgement of a run of which a part is not on the disk as one that says so.
     *
     * @param spansAll whether the judgement of that part is in it
     */
    private static Judgement kept(Judgement judgement, DroppedBefore dropped, boolean spansAll) {
        Manifest manifest = dropped.manifest();
        if (manifest.isEmpty()) {
            return judgement;
        }
        if (spansAll) {
            return judgement.reaching(
                    String.format(Locale.ROOT, "%,d", manifest.gone().txns())
                            + " transactions were judged while the run went and are no longer on the disk");
        }
        String why = "a part is not on the disk any more"
                + (dropped.unjudged().isEmpty() ? ", and what is there says nothing of it" : ": " + dropped.unjudged());
        return judgement
                .doubted(why)
                // What is there may be undecided, too: reads of what was in the other part decide nothing.
                .cutShort(why)
                .reaching("of the part that --keep " + manifest.policy()
                        + " kept; the verdict of the run, in run.json, covers all");
    }

    /** The progress of a check: the history that was read, the findings so far, and the stage that comes next. */
    private record Progress(HistorySource source, Findings findings, String stage) {

        private static final History NOTHING = new HistoryBuilder(RunHeader.NONE).build();

        /** The progress at the start, when nothing is known. */
        private static final Progress READING = new Progress(
                new HistorySource(new HistoryReader.Loaded(NOTHING, List.of()), HistorySource.MOIRAI),
                new AnomalyLog(NOTHING).findings(0, 0, Map.of()),
                "reading the history");
    }

    private Judgement judge(Path path, AtomicReference<Progress> known) {
        Path directory = RunDirectory.historyOf(path);
        DroppedBefore dropped = DroppedBefore.ofReadable(directory);
        boolean isJudged = dropped.judged().isPresent();
        if (engine.isDefault() && (isJudged || !HeapNeed.of(directory).fits()) && StreamedCheck.canJudge(directory)) {
            Streamed streamed = StreamedCheck.whole(directory);
            // Of a run that goes on more may have been dropped meanwhile, which the judgement that was read does not
            // know.
            if (Manifest.of(directory).equals(dropped.manifest())) {
                return kept(judgement(streamed, isJudged, known), dropped, isJudged);
            }
        }
        return kept(judgeWhole(path, known), dropped, false);
    }

    /** Returns the judgement of a history that was judged piece by piece. */
    private Judgement judgement(Streamed streamed, boolean hasDropped, AtomicReference<Progress> known) {
        var warnings = new ArrayList<String>(streamed.warnings());
        warnings.add("judged piece by piece, since "
                + (hasDropped
                        ? "a part was judged while the run went, and dropped"
                        : "the whole history does not fit into the heap of "
                                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB"));
        var source = new HistorySource(
                new HistoryReader.Loaded(streamed.history(), warnings, streamed.displaced()), HistorySource.MOIRAI);
        known.set(new Progress(source, streamed.found().findings(), ""));
        IsolationLevel level = level(source);
        return streamed.displaced().isEmpty()
                ? Judgement.of(streamed, level, rule(source.history().header()))
                : Judgement.displaced(source.history(), level, streamed.displaced());
    }

    private Judgement judgeWhole(Path path, AtomicReference<Progress> known) {
        HistorySource source = format.read(path);
        History read = source.history();
        String displaced = source.loaded().displaced();
        if (!displaced.isEmpty()) {
            known.set(new Progress(source, Progress.READING.findings(), ""));
            return Judgement.displaced(read, level(source), displaced);
        }
        known.set(new Progress(source, Progress.READING.findings(), "the inference of dependencies"));
        Checker checker = engine.checker(context.checker(), read.dataModel(), format.model());
        IsolationLevel level = level(source);
        return Judgement.of(
                read,
                () -> checker.analyze(read, level, (stage, soFar) -> known.set(new Progress(source, soFar, stage))),
                level,
                rule(read.header()));
    }

    private Judgement cutShort(Progress known, String limit) {
        History read = known.source().history();
        return Judgement.of(read, known.findings(), level(known.source()), rule(read.header()))
                .cutShort("the budget of " + limit + " was used up during " + known.stage());
    }

    private IsolationLevel level(HistorySource source) {
        return command.has("--expect") ? expect : source.expected();
    }

    /** Returns the command line of another command that judges the same history in the same way. */
    private List<String> again(String name, Path path) {
        return engine.again(name, path, format, command.has("--expect") ? expect.label() : "");
    }

    private EvidenceRule rule(RunHeader header) {
        if (command.has("--min-committed")) {
            if (committedMin < 0) {
                throw command.refused("--min-committed: " + committedMin + " is too few; expected 0 or more");
            }
            return new EvidenceRule(committedMin);
        }
        return header.isOfRun() ? EvidenceRule.DEFAULT : EvidenceRule.NONE;
    }

    private static String origin(HistorySource source) {
        if (source.isForeign()) {
            return " · " + source.format() + " · transactions numbered from T0 as they first appear";
        }
        RunHeader header = source.history().header();
        return header.isOfRun()
                ? " · " + header.database() + " · asked for " + header.isolation() + " · seed " + header.seed()
                : "";
    }
}

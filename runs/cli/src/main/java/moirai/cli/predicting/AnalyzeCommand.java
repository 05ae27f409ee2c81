package moirai.cli.predicting;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.terminal.Terminal;
import moirai.directed.levels.Promises;
import moirai.directed.proof.LockRepair;
import moirai.directed.repairs.ProgramAtLevels;
import moirai.directed.repairs.RepairSearch;
import moirai.directed.search.Analysis;
import moirai.directed.search.Levels;
import moirai.directed.search.Progress;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.format.AnalysisFormat;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.runs.cases.groups.RepairText;
import moirai.runs.export.Baseline;
import moirai.runs.export.GroupExport;
import moirai.runs.files.WholeOutput;
import moirai.runs.prediction.FittedSources;
import moirai.runs.prediction.Prediction;
import moirai.sources.Translation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai schedule analyze}, which finds the anomalies that an application can suffer. */
@Command(
        name = "analyze",
        description = {
            "Reads Java source that uses JDBC, and searches all cycles of conflicts between its transactions.",
            "Nothing is compiled or run, but with --observe. To find none within the bounds is no proof."
        },
        footer = {
            "",
            "Exit codes: 0 none within the bounds, 1 anomalies, 2 none, but the source was not taken over exactly, its",
            "transactions were only seen running (they may have ways that no run took), or --budget ended the search."
        })
final class AnalyzeCommand implements Callable<Integer> {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private SourceArguments sources = new SourceArguments();

    @ArgGroup(exclusive = false)
    private @Nullable ObservedArguments observed;

    @Mixin
    private BuildOptions build = new BuildOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "The program and its anomalies as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "Where the report is kept for schedule list, run and emit. Default: store.")
    private Path store = Path.of("store");

    @Option(names = "--all", description = "Show every anomaly of each group, and not the smallest alone.")
    private boolean isAll;

    @Option(
            names = "--repairs",
            description = "Also name a lock, a version, a constraint or a level that removes each group, shown by a"
                    + " search of the program with it; takes some more searches a group.")
    private boolean namesRepairs;

    @Option(
            names = "--locks",
            description = "Also name the SELECTs to lock, so that anomalies are gone; takes some more searches.")
    private boolean namesLocks;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "How long to search; what is found until then is reported, and that it is not all. Default:"
                    + " without end.")
    private @Nullable Duration budget;

    private final boolean isTerminal;

    /** Makes the command; at a terminal it shows its progress there. */
    AnalyzeCommand(boolean isTerminal) {
        this.isTerminal = isTerminal;
    }

    @Override
    public Integer call() throws Exception {
        Path file = json;
        if (file != null) {
            command.require("--json: ", () -> WholeOutput.requireFilePlace(file));
        }
        Baseline baseline = build.read();
        long started = System.nanoTime();
        FittedSources fitted = sources.fitted(observed, Promises.EVENTUAL);
        Levels levels = sources.levels(fitted.translation().program());
        Prediction searched = Prediction.search(fitted, levels, sources.raised(), isOver(started), progress());
        PredictedCases.Sources files = observed == null ? sources.files() : PredictedCases.Sources.UNKNOWN;
        AnomalyGroups first = AnomalyGroups.of(searched.cases(files));
        Prediction prediction = searched.readable(first);
        Translation translation = prediction.translation();
        Analysis analysis = prediction.analysis();
        PredictedCases found = prediction.cases(files);
        AnomalyGroups groups = first.again(found);
        if (namesRepairs && analysis.extent().isWhole()) {
            groups = repaired(groups, new ProgramAtLevels(translation.program(), levels), analysis);
        }
        var report = new AnalysisReport(prediction, groups);
        String option = command.has("--store") ? " --store " + store : "";
        String text = report.text(option, false);
        String whole = report.text(option, true);
        command.out().print(isAll ? whole : text);
        command.out().flush();
        if (namesLocks && !analysis.anomalies().isEmpty()) {
            command.out()
                    .print(report.locks(
                            LockRepair.of(translation.program(), levels, analysis.bounds(), analysis.anomalies())));
            command.out().flush();
        }
        new LastAnalysis(store).keep(text, whole, found, groups);
        if (file != null) {
            String content = AnalysisFormat.format(found, groups);
            WholeOutput.file(file, out -> out.write(content));
        }
        var references = new SourceReferences(Path.of(""), sources.named());
        var export = new GroupExport(found, groups, report.placedByRows(), prediction.losses(), references::of);
        build.write(export, baseline);
        command.out().print(build.news(export, baseline));
        command.out().flush();
        return build.exitCode(export, baseline, analysis.extent().isWhole(), report.exitCode())
                .code();
    }

    private static AnomalyGroups repaired(AnomalyGroups groups, ProgramAtLevels subject, Analysis analysis) {
        var search = new RepairSearch(subject, analysis.bounds(), analysis.anomalies());
        var text = new RepairText(subject, analysis.bounds().loopMax());
        return groups.repaired(group -> {
            List<String> shown = search.repairs(group.cause()).stream()
                    .map(repair -> String.join("\n", text.of(repair)))
                    .toList();
            return shown.isEmpty() ? List.of("none of those that were tried is shown to remove the group") : shown;
        });
    }

    private BooleanSupplier isOver(long started) {
        Duration limit = budget;
        if (limit == null) {
            return () -> false;
        }
        long nanos = limit.toNanos();
        return () -> System.nanoTime() - started >= nanos;
    }

    /** Returns a listener that redraws one line for a person at a terminal. */
    private Progress progress() {
        Terminal terminal = Terminal.of(command.line(), isTerminal, false);
        return terminal.isInteractive()
                ? (done, all, txns) -> {
                    String end = done == all ? "\r\u001b[K" : "";
                    terminal.err().print("\r\u001b[K" + done + " of " + all + " combinations of transactions" + end);
                    terminal.err().flush();
                }
                : Progress.NONE;
    }
}

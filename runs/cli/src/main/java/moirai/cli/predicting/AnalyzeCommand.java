package moirai.cli.predicting;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.directed.levels.Promises;
import moirai.directed.search.Analysis;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.format.AnalysisFormat;
import moirai.runs.files.WholeOutput;
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
            "Exit codes: 0 none within the bounds, 1 anomalies, 2 none, but the source was not taken over exactly, or",
            "its transactions were only seen running: they may have ways that no run took."
        })
final class AnalyzeCommand implements Callable<Integer> {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private SourceArguments sources = new SourceArguments();

    @ArgGroup(exclusive = false)
    private @Nullable ObservedArguments observed;

    @Option(names = "--json", paramLabel = "FILE", description = "The program and its anomalies as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "Where the report is kept for schedule list, run and emit. Default: store.")
    private Path store = Path.of("store");

    AnalyzeCommand() {}

    @Override
    public Integer call() throws Exception {
        Path file = json;
        if (file != null) {
            command.require("--json: ", () -> WholeOutput.requireFilePlace(file));
        }
        SourceArguments.Fitted fitted = sources.fitted(observed, Promises.EVENTUAL);
        Translation translation = fitted.translation();
        Levels levels = sources.levels(translation.program());
        Analysis analysis = new AnomalySearch(translation.program(), levels, fitted.bounds()).find();
        var report = new AnalysisReport(translation, analysis);
        String text = report.text(command.has("--store") ? " --store " + store : "");
        command.out().print(text);
        command.out().flush();
        PredictedCases found = AnalysisReport.cases(translation, analysis);
        new LastAnalysis(store).keep(text, found);
        if (file != null) {
            String content = AnalysisFormat.format(found);
            WholeOutput.file(file, out -> out.write(content));
        }
        return report.exitCode().code();
    }
}

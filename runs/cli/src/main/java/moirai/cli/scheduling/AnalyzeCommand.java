package moirai.cli.scheduling;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.options.WholeOutput;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Level;
import moirai.directed.search.Analysis;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.runs.ExitCode;
import moirai.sources.JavaSources;
import moirai.sources.SourceException;
import moirai.sources.SourceOptions;
import moirai.sources.Translation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moirai schedule analyze}. */
@Command(
        name = "analyze",
        description = {
            "Reads Java source that uses JDBC, and searches all cycles of conflicts between its transactions.",
            "Nothing is compiled or run. To find none within the bounds is no proof."
        },
        footer = {
            "",
            "Exit codes: 0 none within the bounds, 1 anomalies, 2 none, but the source was not taken over exactly."
        })
final class AnalyzeCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Java files, and folders of them.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = "--ddl",
            paramLabel = "FILE",
            description = "SQL with CREATE TABLE. Default: the texts in the sources that are one.")
    private List<Path> ddl = new ArrayList<>();

    @Option(
            names = "--txn",
            paramLabel = "METHOD",
            split = ",",
            description = "The transactions, as Class.method or method, * for any letters. Default: the public methods"
                    + " that a Connection or DataSource reaches as parameter or field.")
    private List<String> txns = new ArrayList<>();

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description = "What the database promises: EC, CV, CC, RC, RR, RA, PC, PSI, SI or SER. Default: EC.")
    private String level = Level.EVENTUAL.name();

    @Option(names = "--max-txns", paramLabel = "N", description = "Transactions on a cycle, 2 to 8. Default: 2.")
    private int txnsMax = Bounds.SMALL.txnsMax();

    @Option(
            names = "--max-length",
            paramLabel = "N",
            description = "Edges of a cycle, steps inside transactions included, 3 to 64. Default: 4.")
    private int lengthMax = Bounds.SMALL.lengthMax();

    @Option(names = "--loops", paramLabel = "N", description = "Repetitions of each loop, 1 to 8. Default: 1.")
    private int loops = Bounds.SMALL.loopMax();

    @Option(names = "--json", paramLabel = "FILE", description = "The program and its anomalies as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "Where the report is kept for schedule list. Default: store.")
    private Path store = Path.of("store");

    AnalyzeCommand() {}

    @Override
    public Integer call() throws Exception {
        Level wanted = Level.all().stream()
                .filter(candidate -> candidate.name().equalsIgnoreCase(level))
                .findFirst()
                .orElseThrow(() -> wrong("--level: '" + level + "': expected one of "
                        + String.join(
                                ", ", Level.all().stream().map(Level::name).toList())));
        try {
            if (json != null) {
                WholeOutput.requireFilePlace(json);
            }
            var bounds = new Bounds(txnsMax, lengthMax, Bounds.SMALL.rows(), Bounds.SMALL.bits(), loops);
            Translation translation = JavaSources.translate(new SourceOptions(paths, ddl, txns, loops));
            Analysis analysis = new AnomalySearch(translation.program(), Levels.all(wanted), bounds).find();
            var report = new AnalysisReport(translation, analysis);
            spec.commandLine().getOut().print(report.text());
            spec.commandLine().getOut().flush();
            new LastAnalysis(store).keep(report.text());
            if (json != null) {
                String content = AnalysisJson.write(translation, analysis);
                WholeOutput.file(json, out -> out.write(content));
            }
            return report.exitCode().code();
        } catch (SourceException | IllegalArgumentException refused) {
            throw wrong(String.valueOf(refused.getMessage()));
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The code of an answer. */
    static ExitCode exitCode(Translation translation, Analysis analysis) {
        if (!analysis.anomalies().isEmpty()) {
            return ExitCode.INVALID;
        }
        return translation.isExact() ? ExitCode.VALID : ExitCode.UNKNOWN;
    }
}

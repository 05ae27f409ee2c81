package moirai.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.analysis.Checker;
import moirai.analysis.IsolationLevel;
import moirai.cli.options.Argv;
import moirai.cli.options.EngineOption;
import moirai.cli.options.FormatOption;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.HistorySource;
import moirai.cli.options.Values;
import moirai.history.RunHeader;
import moirai.runs.EvidenceRule;
import moirai.runs.Judgement;
import moirai.runs.report.VerdictText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moirai check}: judges again, or judges what a run that did not end has left. Writes nothing. */
@Command(
        name = "check",
        description = "Judges a history: a run's, also of one that was killed, or another checker's file.",
        sortOptions = false,
        footer = "Example: moirai check latest --expect snapshot-isolation")
final class CheckCommand implements Callable<Integer> {

    private final Context context;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private HistoryArgument history = new HistoryArgument();

    @Option(
            names = "--expect",
            paramLabel = "LEVEL",
            converter = Values.OfLevel.class,
            description = "What must hold; rc ra cc pc psi si ser with the order within sessions. Default: what the run"
                    + " expected, for other files serializable.")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Mixin
    private FormatOption format = new FormatOption();

    @Mixin
    private EngineOption engine = new EngineOption();

    @Option(
            names = "--min-committed",
            paramLabel = "N",
            description = "Committed transactions that a pass needs. Default: 100 for a run, otherwise 0.")
    private int committedMin;

    CheckCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Path path = history.path();
        HistorySource source = format.read(path);
        RunHeader header = source.history().header();
        IsolationLevel level = matched("--expect") ? expect : HistoryArgument.expected(header);
        Checker checker = engine.checker(context.checker(), source.history().dataModel());
        EvidenceRule rule = rule(header.equals(RunHeader.NONE));
        PrintWriter out = spec.commandLine().getOut();
        out.println("moirai check · " + path + origin(source));
        source.loaded().warnings().forEach(warning -> out.println("warning: " + warning));
        Judgement judgement = Judgement.of(source.history(), checker, level, rule);
        out.print(VerdictText.of(judgement, header));
        if (!judgement.findings().anomalies().isEmpty()) {
            out.println("  explain  " + Argv.line(explain(path)));
        }
        out.flush();
        return judgement.exitCode().code();
    }

    /** What explains the same judgement. */
    private List<String> explain(Path path) {
        var arguments = new ArrayList<>(List.of("explain", path.toString()));
        arguments.addAll(format.again());
        if (matched("--expect")) {
            arguments.addAll(List.of("--expect", expect.label()));
        }
        arguments.addAll(engine.again());
        return arguments;
    }

    private EvidenceRule rule(boolean isHandwritten) {
        if (matched("--min-committed")) {
            if (committedMin < 0) {
                throw new ParameterException(
                        spec.commandLine(), "--min-committed: " + committedMin + " is too few; expected 0 or more");
            }
            return new EvidenceRule(committedMin);
        }
        return isHandwritten ? EvidenceRule.NONE : EvidenceRule.DEFAULT;
    }

    private boolean matched(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private static String origin(HistorySource source) {
        if (source.isForeign()) {
            return " · " + source.format() + " · transactions numbered from T0 as they first appear";
        }
        RunHeader header = source.history().header();
        return header.equals(RunHeader.NONE)
                ? ""
                : " · " + header.database() + " · asked for " + header.isolation() + " · seed " + header.seed();
    }
}

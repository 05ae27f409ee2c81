package moirai.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import moirai.analysis.IsolationLevel;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.Values;
import moirai.history.RunHeader;
import moirai.history.files.HistoryReader;
import moirai.runs.EvidenceRule;
import moirai.runs.Judgement;
import moirai.runs.report.VerdictText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moirai check}: judges again, or judges what a run that did not end has left. Writes nothing. */
@Command(
        name = "check",
        description = "Judges a recorded history, also of a run that was killed.",
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
            description = "What must hold. Default: what the run expected; serializable for a .txt file.")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Option(
            names = "--min-committed",
            paramLabel = "N",
            description = "Committed transactions that a pass needs. Default: 100, for a .txt file 0.")
    private int committedMin;

    CheckCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Path path = history.path();
        HistoryReader.Loaded loaded = HistoryReader.read(path);
        RunHeader header = loaded.history().header();
        boolean isHandwritten = header.equals(RunHeader.NONE);
        IsolationLevel level = matched("--expect") ? expect : HistoryArgument.expected(header);
        PrintWriter out = spec.commandLine().getOut();
        out.println("moirai check · " + path + (isHandwritten ? "" : " · " + origin(header)));
        loaded.warnings().forEach(warning -> out.println("warning: " + warning));
        Judgement judgement = Judgement.of(loaded.history(), context.checker(), level, rule(isHandwritten));
        out.print(VerdictText.of(judgement, header));
        if (!judgement.findings().anomalies().isEmpty()) {
            out.println("  explain  moirai explain " + path);
        }
        out.flush();
        return judgement.exitCode().code();
    }

    private EvidenceRule rule(boolean isHandwritten) {
        if (matched("--min-committed")) {
            return new EvidenceRule(committedMin);
        }
        return isHandwritten ? EvidenceRule.NONE : EvidenceRule.DEFAULT;
    }

    private boolean matched(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private static String origin(RunHeader header) {
        return header.database() + " · asked for " + header.isolation() + " · seed " + header.seed();
    }
}

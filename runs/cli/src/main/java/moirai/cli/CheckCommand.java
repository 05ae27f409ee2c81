package moirai.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import moirai.analysis.Checker;
import moirai.analysis.IsolationLevel;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.cli.options.FormatOption;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.Values;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.files.HistoryReader;
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
            description = "What must hold. Default: what the run expected; serializable for a .txt file.")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            description = "cycles (lists only) or axioms. Default: what decides the level fastest.")
    private String engine = "auto";

    @Option(
            names = "--max-steps",
            paramLabel = "N",
            description = "Steps of a search for an order of commits; then UNKNOWN. Default: 1000000000.")
    private long steps = StepBudget.DEFAULT.steps();

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
        HistoryReader.Loaded loaded = format.read(path);
        RunHeader header = loaded.history().header();
        boolean isHandwritten = header.equals(RunHeader.NONE);
        IsolationLevel level = matched("--expect") ? expect : HistoryArgument.expected(header);
        PrintWriter out = spec.commandLine().getOut();
        out.println("moirai check · " + path + (isHandwritten ? "" : " · " + origin(header)));
        loaded.warnings().forEach(warning -> out.println("warning: " + warning));
        Judgement judgement = Judgement.of(loaded.history(), checker(loaded.history()), level, rule(isHandwritten));
        out.print(VerdictText.of(judgement, header));
        if (!judgement.findings().anomalies().isEmpty()) {
            String expected = matched("--expect") ? " --expect " + level.label() : "";
            out.println("  explain  moirai explain " + path + format.again() + expected);
        }
        out.flush();
        return judgement.exitCode().code();
    }

    private Checker checker(History loaded) {
        if (!matched("--engine") && !matched("--max-steps")) {
            return context.checker();
        }
        String name = known("--engine", engine, List.of("auto", "cycles", "axioms"));
        if (name.equals("cycles") && loaded.dataModel() == DataModel.REGISTER) {
            throw wrong("--engine: cycles need the order of versions, which registers do not show; expected axioms");
        }
        if (steps < 1) {
            throw wrong("--max-steps: " + steps + " is too few; expected at least 1");
        }
        return new LevelChecker(Engine.valueOf(name.toUpperCase(Locale.ROOT)), new StepBudget(steps));
    }

    private String known(String option, String value, List<String> accepted) {
        try {
            return Values.known(option, value, accepted);
        } catch (IllegalArgumentException unknown) {
            throw wrong(String.valueOf(unknown.getMessage()));
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
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

package moirai.cli.shrinking;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.IsolationLevel;
import moirai.analysis.Phenomenon;
import moirai.analysis.Verdict;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.LostAppend;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.analysis.shrinking.Shrunk;
import moirai.analysis.shrinking.Symptom;
import moirai.cli.options.EngineOption;
import moirai.cli.options.FormatOption;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.Values;
import moirai.cli.options.WholeOutput;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.runs.ExitCode;
import moirai.runs.report.AnomalyText;
import moirai.runs.report.Numbers;
import moirai.runs.report.StatementTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moirai shrink}. */
@Command(
        name = "shrink",
        description = "Finds the smallest part of a history that shows an anomaly; executes nothing.",
        sortOptions = false,
        footer = "Example: moirai shrink latest -o case.txt && moirai check case.txt")
public final class ShrinkCommand implements Callable<Integer> {

    private final Checker checker;
    private final RunRepetition runs;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private HistoryArgument argument = new HistoryArgument();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = "--anomaly",
            paramLabel = "N",
            description = "Which one, as moirai explain numbers them. Default: the first that is forbidden.")
    private int number;

    @Option(
            names = "--expect",
            paramLabel = "LEVEL",
            converter = Values.OfLevel.class,
            description = "The level that is broken. Default: that of moirai check.")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Writes the part there, in history notation; the name ends in .txt.")
    private String file = "";

    @Mixin
    private EngineOption engine = new EngineOption();

    @Mixin
    private ScenarioOptions scenario = new ScenarioOptions();

    /**
     * The command.
     *
     * @param checker judges lists, and whatever no option asks another one for
     */
    public ShrinkCommand(Checker checker, RunRepetition runs) {
        this.checker = checker;
        this.runs = runs;
    }

    @Override
    public Integer call() throws InterruptedException {
        requirePlace();
        scenario.require();
        History history = format.read(argument.path()).history();
        IsolationLevel level = matched("--expect") ? expect : HistoryArgument.expected(history);
        Checker judge = engine.checker(checker, history.dataModel(), format.model());
        Findings findings = judge.analyze(history, level);
        PrintWriter out = spec.commandLine().getOut();
        Optional<Suspicion> suspicion = suspicion(history, findings, level, judge);
        if (suspicion.isEmpty()) {
            String doubt = findings.at(level) instanceof Verdict.Undecided(String reason) ? ": " + reason : "";
            out.println("nothing that " + level.label() + " forbids was found: there is nothing to shrink" + doubt);
            return ExitCode.VALID.code();
        }
        Suspicion shown = suspicion.get();
        if (scenario.isAsked()) {
            return new ScenarioExecution(scenario, runs, out, spec.commandLine().getErr())
                    .execute(argument.path(), executed(shown, history), judge)
                    .code();
        }
        Shrunk shrunk = HistoryShrinker.shrink(history, shown.symptom(), shown.witness())
                .orElseThrow(() -> new IllegalStateException(shown.name() + " was found and is not shown"));
        out.print(text(history, shown, shrunk, level));
        if (!file.isEmpty()) {
            write(shown, shrunk, level);
            out.println("written    " + file + "; again: moirai check " + file + " --expect " + level.label());
        }
        out.flush();
        return ExitCode.VALID.code();
    }

    /**
     * What attempts have to show. Where acknowledged appends are gone, what else was found may have no other cause, so
     * the loss it is, unless somebody asked for something else.
     */
    private Symptom executed(Suspicion shown, History history) {
        List<LostAppend> lost =
                matched("--anomaly") ? List.of() : Durability.of(history).lost();
        return lost.isEmpty()
                ? shown.symptom()
                : new Symptom.Lost(lost.getFirst().key(), lost.getFirst().element());
    }

    private boolean matched(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private void requirePlace() {
        if (file.isEmpty()) {
            return;
        }
        try {
            if (!file.endsWith(".txt")) {
                throw new IllegalArgumentException(file + " does not end in .txt, by which history notation is known");
            }
            WholeOutput.requireFilePlace(Path.of(file));
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), "--out: " + refused.getMessage());
        }
    }

    /** What was asked for; else the first anomaly that is forbidden, else the first append that was lost. */
    private Optional<Suspicion> suspicion(History history, Findings findings, IsolationLevel level, Checker judge) {
        List<Anomaly> forbidden = findings.forbiddenAt(level);
        if (matched("--anomaly")) {
            List<Anomaly> all = findings.anomalies();
            if (number < 1 || number > all.size()) {
                throw refused("'" + number + "' is out of range: expected 1 to " + all.size());
            }
            Anomaly asked = all.get(number - 1);
            if (!forbidden.contains(asked)) {
                throw refused("'" + number + "' is " + asked.phenomenon().label() + ", which " + level.label()
                        + " allows: expected another one, or --expect with a level that forbids it");
            }
            return Optional.of(Suspicion.of(asked, level, judge));
        }
        return forbidden.stream()
                .findFirst()
                .map(first -> Suspicion.of(first, level, judge))
                .or(() -> Durability.of(history).lost().stream().findFirst().map(lost -> Suspicion.of(lost, history)));
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), "--anomaly: " + message);
    }

    private static String text(History whole, Suspicion shown, Shrunk shrunk, IsolationLevel level) {
        History part = shrunk.history();
        var text = new StringBuilder();
        text.append("shrunk     %s: %s of %s transactions, %s of %s ops are left%n"
                .formatted(
                        shown.name(),
                        Numbers.count(part.txnCount()),
                        Numbers.count(whole.txnCount()),
                        Numbers.count(part.opCount()),
                        Numbers.count(whole.opCount())));
        text.append("minimal    %s (%s tried)%n"
                .formatted(
                        shrunk.isMinimal()
                                ? "without any transaction or op more it is gone"
                                : "perhaps not: the budget was spent",
                        Numbers.counted(shrunk.attempts(), "part")));
        if (!shrunk.others().isEmpty()) {
            text.append("others     smaller parts showed %s instead%n".formatted(others(shrunk)));
        }
        text.append("called     %s%n%n".formatted(names(shrunk)));
        return text.append(explained(shown, part, level)).toString();
    }

    private static String others(Shrunk shrunk) {
        return shrunk.others().stream().sorted().map(Phenomenon::label).collect(Collectors.joining(", "));
    }

    private static String names(Shrunk shrunk) {
        return IntStream.range(0, shrunk.txns().size())
                        .mapToObj(txn -> "T" + txn + " is T" + shrunk.txns().get(txn))
                        .collect(Collectors.joining(", "))
                + " of the whole";
    }

    private static String explained(Suspicion shown, History part, IsolationLevel level) {
        List<Integer> all = IntStream.range(0, part.txnCount()).boxed().toList();
        return switch (shown.symptom()) {
            case Symptom.Lost lost -> StatementTable.of(part, all);
            case Symptom.Forbidden(Phenomenon phenomenon, IsolationLevel broken, Checker judge) ->
                judge.analyze(part, level).forbiddenAt(level).stream()
                        .filter(anomaly -> anomaly.phenomenon() == phenomenon)
                        .findFirst()
                        .map(anomaly -> AnomalyText.of(part, anomaly, all))
                        .orElseThrow();
        };
    }

    private void write(Suspicion shown, Shrunk shrunk, IsolationLevel level) {
        try {
            WholeOutput.file(Path.of(file), out -> {
                out.write("# " + shown.name() + ", which " + level.label() + " forbids.\n");
                out.write("# " + names(shrunk) + ".\n");
                out.write(HistoryNotation.format(shrunk.history()));
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}

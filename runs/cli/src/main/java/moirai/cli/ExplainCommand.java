package moirai.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationGraph;
import moirai.cli.options.Argv;
import moirai.cli.options.EngineOption;
import moirai.cli.options.FormatOption;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.cases.CaseText;
import moirai.runs.emission.CaseFiles;
import moirai.runs.report.AnomalyData;
import moirai.runs.report.AnomalyText;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.PlainWords;
import moirai.runs.report.ShellLine;
import moirai.runs.report.VerdictText;
import moirai.runs.report.WitnessText;
import moirai.runs.report.Wrapping;
import moirai.runs.store.AnomalyFiles;
import moirai.runs.store.HistorySource;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import moirai.runs.store.RunSummary;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai explain}, which explains an anomaly. */
@Command(
        name = "explain",
        description = ExplainCommand.SUMMARY,
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} explain latest --anomaly 2 --dot | dot -Tsvg > cycle.svg")
final class ExplainCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    static final String SUMMARY =
            "Explains an anomaly, or a case: what it means, who ran what, and why that is a contradiction.";

    /** The number of runs that are looked at for one that found something. */
    private static final int RUNS_MAX = 100;

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

    private final Context context;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private HistoryArgument argument = new HistoryArgument();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = "--anomaly",
            paramLabel = "N",
            description =
                    "Which of the witnesses, from 1, or the first of a kind, such as 9c1e-G-single-rw-wr. Default:"
                            + " the first forbidden one, and a list of all.")
    private String asked = "";

    @Option(
            names = "--expect",
            paramLabel = "LEVEL",
            converter = Values.OfLevel.class,
            description = "Explain what breaks this level. Default: that of ${ROOT-COMMAND-NAME} check.")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Mixin
    private EngineOption engine = new EngineOption();

    @ArgGroup(exclusive = true)
    private Shape shape = new Shape();

    /** The options for output in another form than text for people. */
    private static final class Shape {

        @Option(names = "--dot", description = "Print its graph for Graphviz instead.")
        private boolean isDot;

        @Option(names = "--json", description = "Print it as data: transactions, edges with their evidence, proof.")
        private boolean isJson;

        /** Returns the file of a witness that has this form. */
        private String file() {
            if (isDot) {
                return AnomalyFiles.GRAPH;
            }
            return isJson ? AnomalyFiles.DATA : AnomalyFiles.TEXT;
        }
    }

    ExplainCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        Path path = argument.path();
        if (AnomalyFiles.isWitness(path) && !CaseFiles.isCase(path) && !command.has("--anomaly")) {
            command.out().print(Files.readString(path.resolve(shape.file())));
            command.out().flush();
            return ExitCode.VALID.code();
        }
        if (CaseFiles.isCase(path) && !shape.isDot && !shape.isJson && !command.has("--anomaly")) {
            command.out().print(CaseText.of(CaseFiles.read(path), OwnCommand.words()));
            command.out().flush();
            return ExitCode.VALID.code();
        }
        HistorySource source = format.read(path);
        History history = source.history();
        IsolationLevel level = command.has("--expect") ? expect : source.expected();
        Findings findings = engine.checker(context.checker(), history.dataModel(), format.model())
                .analyze(history, level);
        List<Anomaly> anomalies = findings.anomalies();
        PrintWriter out = command.out();
        if (anomalies.isEmpty()) {
            if (shape.isDot || shape.isJson) {
                throw command.refused(
                        (shape.isDot ? "--dot" : "--json") + ": no anomaly was found, so there is none to print");
            }
            out.println("no anomaly was found: there is nothing to explain");
            if (findings.at(level) instanceof Verdict.Undecided(String reason)) {
                out.print(Wrapping.wrap(level.label() + " is not decided: " + reason, "", Wrapping.width()));
            }
            out.print(next(path, source, findings));
            out.flush();
            return ExitCode.VALID.code();
        }
        boolean isChosen = command.has("--anomaly");
        int shown = isChosen ? chosen(history, anomalies) : firstForbidden(findings, level);
        Anomaly anomaly = anomalies.get(shown);
        Explanation explanation = new Explainer(history, List.of(anomaly)).explain(anomaly);
        if (shape.isDot) {
            out.print(ExplanationGraph.of(explanation));
        } else if (shape.isJson) {
            out.print(AnomalyData.json(explanation));
        } else {
            if (!isChosen) {
                out.print(list(anomalies));
                WitnessText.bounded(findings).forEach(line -> out.println("shown: " + line));
                out.println();
            }
            String others = anomalies.size() > 1 && !isChosen ? "; --anomaly N shows another" : "";
            out.println("Anomaly " + (shown + 1) + " of " + anomalies.size() + others);
            if (source.isForeign()) {
                out.print(Wrapping.wrap(numbering(path), "", Wrapping.width()));
            }
            out.print(AnomalyText.of(explanation, new RunDirectory(path).places()));
        }
        out.flush();
        return ExitCode.VALID.code();
    }

    /** Returns what to do where nothing was found: examine other levels, look at the evidence, or make more of it. */
    private String next(Path path, HistorySource source, Findings findings) {
        String named = command.has("--expect") ? expect.label() : "";
        String unexamined = engine.isOfEveryLevel()
                ? ""
                : VerdictText.unexamined(findings, source.history().dataModel(), "--every-level does");
        var text = new StringBuilder(unexamined);
        if (!unexamined.isEmpty()) {
            var every = new ArrayList<>(engine.again("explain", path, format, named));
            every.add("--every-level");
            text.append(VerdictText.unwrapped("next", Argv.line(every)));
        }
        withAnomalies(path)
                .ifPresent(other -> text.append(VerdictText.entry("next", "the newest run here that found something:"))
                        .append(VerdictText.unwrapped("", ShellLine.here(List.of("explain", other.toString())))));
        text.append(VerdictText.entry("next", "how much could have been noticed:"))
                .append(VerdictText.unwrapped("", Argv.line(engine.again("check", path, format, named))));
        if (source.history().header().isOfRun()) {
            text.append(VerdictText.entry(
                    "next", "a run that shows more: a weaker --isolation, fewer keys, more sessions, or faults:"));
            text.append(VerdictText.unwrapped("", OwnCommand.line("run --help")));
        }
        return text.toString();
    }

    /** Returns the newest other run of the same store that found something; empty if there is none. */
    private static Optional<Path> withAnomalies(Path run) {
        Path named = run.getParent();
        Path store = named == null ? null : named.getParent();
        // A file of another tool lies in no store, and its folders may hold anything.
        if (store == null || RunStore.began(run).isEmpty()) {
            return Optional.empty();
        }
        return new RunStore(store)
                .runs().stream()
                        .map(RunDirectory::path)
                        .limit(RUNS_MAX)
                        .filter(other -> !OwnCommand.isSame(other, run) && hasAnomalies(other))
                        .findFirst();
    }

    private static boolean hasAnomalies(Path run) {
        try {
            return Files.exists(new RunDirectory(run).record())
                    && !RunSummary.read(run).found().anomalies().isEmpty();
        } catch (RunException unreadable) {
            return false;
        }
    }

    private static String numbering(Path path) {
        return "Transactions T0, T1, … and sessions 0, 1, … are numbered as they first appear in " + path + ".";
    }

    /** Returns the index of the anomaly whose number, or the fingerprint of whose kind, was given. */
    private int chosen(History history, List<Anomaly> anomalies) {
        if (NUMBER.matcher(asked).matches()) {
            int number = Integer.parseInt(asked);
            if (number < 1 || number > anomalies.size()) {
                throw command.refused("--anomaly: '" + asked + "' is out of range: expected 1 to " + anomalies.size());
            }
            return number - 1;
        }
        List<String> shapes = anomalies.stream()
                .map(anomaly -> AnomalyShape.of(history, anomaly).fingerprint())
                .toList();
        command.require(
                "",
                () -> Values.known(
                        "--anomaly", asked, shapes.stream().distinct().toList()));
        return shapes.indexOf(asked);
    }

    /**
     * Returns the number of the first anomaly that the level forbids; without a forbidden one, that of the first
     * anomaly.
     */
    private static int firstForbidden(Findings findings, IsolationLevel level) {
        List<Anomaly> forbidden = findings.forbiddenAt(level);
        return forbidden.isEmpty() ? 0 : findings.anomalies().indexOf(forbidden.getFirst());
    }

    private static String list(List<Anomaly> anomalies) {
        var text = new StringBuilder();
        for (int i = 0; i < anomalies.size(); i++) {
            text.append(Wrapping.hanging(String.format(
                    Locale.ROOT,
                    "%3d  %s (%s), transactions %s",
                    i + 1,
                    anomalies.get(i).phenomenon().label(),
                    PlainWords.name(anomalies.get(i)),
                    WitnessText.txns(anomalies.get(i).txns()))));
        }
        return text.toString();
    }
}

package moirai.cli.predicting;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.reenactment.ReplayOutcome;
import moirai.runs.ExitCode;
import moirai.runs.cases.PredictedCases;
import moirai.runs.files.WholeOutput;
import moirai.runs.prediction.CaseReplays;

/** The outcomes of replaying anomalies on a database, as text and as JSON. */
public final class ReplayReport {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final PredictedCases analysis;
    private final StringBuilder told = new StringBuilder();
    private final List<Replayed> outcomes = new ArrayList<>();
    private String database = "";
    private boolean isByMethods;

    private record Replayed(NumberedCase anomaly, ReplayOutcome outcome, boolean isOfSource) {}

    ReplayReport(PredictedCases analysis) {
        this.analysis = analysis;
    }

    /**
     * Returns the heading: what is replayed, and where.
     *
     * @param isOfSource whether methods run, unless the line of an anomaly says otherwise
     * @param compiled the sources whose methods are compiled and run; none if none are
     */
    String heading(String where, boolean isOfSource, List<Path> compiled) {
        database = where;
        isByMethods = isOfSource;
        String from = compiled.stream().map(Path::toString).collect(Collectors.joining(", "));
        return told("program    " + analysis.title() + "\nreplayed   on " + where
                + (from.isEmpty() ? "" : "\ncompiled   from " + from) + "\n\n");
    }

    /** Records an outcome, and returns its text. */
    String add(NumberedCase anomaly, CaseReplays.Replayed replayed) {
        ReplayOutcome outcome = replayed.outcome();
        outcomes.add(new Replayed(anomaly, outcome, replayed.isOfSource()));
        String number = String.valueOf(anomaly.number());
        return told(" ".repeat(Math.max(0, 4 - number.length())) + number + ". "
                + anomaly.found().txns() + ": " + outcome.label() + "\n      " + outcome.sentence() + "\n");
    }

    /** Adds a line to the outcome before, and returns it. */
    String note(String line) {
        return told("      " + line + "\n");
    }

    /** Returns how many anomalies had each outcome, and how many of them had statements in place of methods. */
    String totals() {
        long ofStatements = outcomes.stream().filter(one -> !one.isOfSource).count();
        boolean isMixed = isByMethods && ofStatements > 0;
        return told((isMixed ? "\nstatements " + ofStatements + " of " + outcomes.size() + ", not methods" : "")
                + "\ntotals     "
                + counts().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", "))
                + "\n");
    }

    /** Returns the text if there is nothing to replay. */
    String none() {
        return "program    " + analysis.title() + "\nanswer     no anomaly to replay within "
                + analysis.bounds().text() + "\n";
    }

    private String told(String text) {
        told.append(text);
        return text;
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        outcomes.forEach(one -> counts.merge(one.outcome().label(), 1, Integer::sum));
        return counts;
    }

    /**
     * Returns invalid if an anomaly manifested, or another anomaly instead; unknown if none did, but one replay did
     * something unexpected.
     */
    ExitCode exitCode() {
        if (outcomes.isEmpty()) {
            return analysis.isExact() ? ExitCode.VALID : ExitCode.UNKNOWN;
        }
        return outcomes.stream().map(one -> code(one.outcome())).reduce(ExitCode.VALID, ExitCode::and);
    }

    /** Returns the exit code of one outcome. */
    public static ExitCode code(ReplayOutcome outcome) {
        return switch (outcome) {
            case ReplayOutcome.Manifested manifested -> ExitCode.INVALID;
            case ReplayOutcome.PreventedByAbort aborted -> ExitCode.VALID;
            case ReplayOutcome.PreventedByBlocking blocked -> ExitCode.VALID;
            case ReplayOutcome.Diverged diverged ->
                diverged.evidence().isVisible() ? ExitCode.INVALID : ExitCode.UNKNOWN;
            case ReplayOutcome.Unnoticed unnoticed -> ExitCode.UNKNOWN;
            case ReplayOutcome.Modelled modelled -> ExitCode.UNKNOWN;
            case ReplayOutcome.NotRealisable notRealisable -> ExitCode.UNKNOWN;
        };
    }

    /** Stores the report, and returns the file for people. */
    Path keep(Path store) throws IOException {
        Path folder = Files.createDirectories(store.resolve("schedule"));
        Path text = folder.resolve("replay.txt");
        WholeOutput.file(text, out -> out.write(told.toString()));
        String json = json();
        WholeOutput.file(folder.resolve("replay.json"), out -> out.write(json));
        return text;
    }

    private String json() {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("program", analysis.program()).put("levels", analysis.levels());
        root.put("database", database);
        var anomalies = root.putArray("anomalies");
        for (Replayed one : outcomes) {
            anomalies
                    .addObject()
                    .put("number", one.anomaly().number())
                    .put("cycle", one.anomaly().wanted().anomaly().cycle())
                    .put("outcome", one.outcome().label())
                    .put("sentence", one.outcome().sentence());
        }
        ObjectNode totals = root.putObject("totals");
        counts().forEach(totals::put);
        return root.toPrettyString() + "\n";
    }
}

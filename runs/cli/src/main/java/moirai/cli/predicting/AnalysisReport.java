package moirai.cli.predicting;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.runs.ExitCode;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.PredictedText;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostic;

/** An analysis for people: anomalies grouped by tables and transactions, with the lines of the source. */
final class AnalysisReport {

    private final Translation translation;
    private final Analysis analysis;
    private final Program program;
    private final IdentityHashMap<Anomaly, Integer> numbers = new IdentityHashMap<>();

    AnalysisReport(Translation translation, Analysis analysis) {
        this.translation = translation;
        this.analysis = analysis;
        this.program = translation.program();
        for (Anomaly anomaly : analysis.anomalies()) {
            numbers.put(anomaly, numbers.size() + 1);
        }
    }

    /** Returns the cases that an analysis found. */
    static PredictedCases cases(Translation translation, Analysis analysis) {
        String levels = analysis.levels().text();
        return new PredictedCases(
                translation.program().name(),
                levels,
                analysis.bounds(),
                translation.isExact(),
                analysis.anomalies().stream()
                        .map(anomaly -> PredictedCase.of(
                                translation.program(), levels, analysis.bounds(), translation.isExact(), anomaly))
                        .toList(),
                translation.diagnostics().stream()
                        .map(found -> new PredictedCases.Remark(
                                found.origin().text(), found.kind().word(), found.what(), found.taken()))
                        .toList());
    }

    /** Returns the exit code of the command. */
    ExitCode exitCode() {
        if (!analysis.anomalies().isEmpty()) {
            return ExitCode.INVALID;
        }
        return translation.isExact() ? ExitCode.VALID : ExitCode.UNKNOWN;
    }

    /**
     * Returns the whole report, with a newline at the end.
     *
     * @param store the option that names the store to the commands in the report, or empty if it is the default
     */
    String text(String store) {
        var text = new StringBuilder();
        text.append("program    ")
                .append(program.name())
                .append(" at ")
                .append(analysis.levels().text());
        text.append(": ").append(names()).append('\n');
        text.append("looked at  ").append(analysis.bounds().text()).append('\n');
        text.append("answer     ").append(answer()).append('\n');
        Map<String, List<Anomaly>> groups = groups();
        groups.forEach((name, anomalies) -> {
            text.append('\n').append(name).append('\n');
            anomalies.forEach(anomaly -> anomaly(text, anomaly));
        });
        if (!groups.isEmpty()) {
            text.append("\nHow one comes about: moirai schedule list --anomaly N")
                    .append(store)
                    .append("; on a database: moirai schedule run")
                    .append(store)
                    .append('\n');
        }
        if (!translation.diagnostics().isEmpty()) {
            text.append('\n').append("What the analysis takes the source for:\n");
            translation
                    .diagnostics()
                    .forEach(found -> text.append("  ").append(found.text()).append('\n'));
        }
        return text.toString();
    }

    private String names() {
        return program.txns().stream().map(TxnType::name).collect(Collectors.joining(", "));
    }

    private String answer() {
        int count = analysis.anomalies().size();
        long losses =
                translation.diagnostics().stream().filter(Diagnostic::isLoss).count();
        if (count > 0) {
            return count + (count == 1 ? " anomaly, " : " anomalies, ")
                    + analysis.internal().size() + " internal, in " + groups().size()
                    + (groups().size() == 1 ? " group" : " groups");
        }
        if (losses == 0 && translation.isSeen()) {
            return "unknown: none within the bounds for the ways that were found, and there may be others";
        }
        return losses == 0
                ? "none within the bounds, which is no proof"
                : "unknown: none within the bounds, but the source was not taken over exactly at " + losses
                        + (losses == 1 ? " place" : " places");
    }

    /** Returns the anomalies grouped by tables, then by transactions. */
    private Map<String, List<Anomaly>> groups() {
        Map<String, List<Anomaly>> groups = new TreeMap<>();
        for (Anomaly anomaly : analysis.anomalies()) {
            var tables = new TreeSet<String>();
            var txns = new ArrayList<String>();
            for (Anomaly.Hop hop : anomaly.hops()) {
                txns.add(hop.txn());
                tables.add(statement(hop.txn(), hop.in()).table());
                tables.add(statement(hop.txn(), hop.out()).table());
            }
            txns.sort(null);
            String name = String.join(", ", tables) + ": " + String.join(", ", txns);
            groups.computeIfAbsent(name, key -> new ArrayList<>()).add(anomaly);
        }
        return groups;
    }

    private Statement statement(String txn, String label) {
        return PredictedText.statement(
                program.txn(txn), label, analysis.bounds().loopMax());
    }

    private void anomaly(StringBuilder text, Anomaly anomaly) {
        // By identity: two may be equal but for their scenario, and each has its own number.
        int number = numbers.getOrDefault(anomaly, 0);
        text.append("  ").append(number).append(anomaly.isInternal() ? ". internal: " : ". external: ");
        text.append(anomaly.cycle()).append('\n');
        for (Anomaly.Hop hop : anomaly.hops()) {
            lines(hop).forEach(line -> text.append("    ").append(line).append('\n'));
        }
    }

    /** Returns the statements of a transaction on the cycle, in the order of the cycle. */
    private List<String> lines(Anomaly.Hop hop) {
        return program.txn(hop.txn()).statements(analysis.bounds().loopMax()).stream()
                .filter(statement ->
                        statement.label().equals(hop.in()) || statement.label().equals(hop.out()))
                .map(statement -> PredictedText.line(program.txn(hop.txn()), statement))
                .toList();
    }
}

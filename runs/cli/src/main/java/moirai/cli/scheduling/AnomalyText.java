package moirai.cli.scheduling;

import java.util.List;
import java.util.stream.Collectors;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Observation;
import moirai.directed.program.Origin;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.reenactment.CaseStep;
import moirai.reenactment.DirectedCase;

/** How an anomaly comes about, for people: each statement with its line in the source. */
final class AnomalyText {

    private final StoredAnalysis.Numbered anomaly;
    private final DirectedCase wanted;

    AnomalyText(StoredAnalysis.Numbered anomaly) {
        this.anomaly = anomaly;
        this.wanted = anomaly.wanted();
    }

    /** All of it, with a newline at the end. */
    String whole() {
        var text = new StringBuilder();
        text.append("anomaly ")
                .append(anomaly.number())
                .append(": ")
                .append(anomaly.txns())
                .append('\n');
        text.append("  cycle    ").append(wanted.anomaly().cycle()).append('\n');
        wanted.scenario().rows().forEach(row -> row(text, "at first", row));
        List<Scenario.Call> calls = wanted.scenario().calls();
        for (int call = 0; call < calls.size(); call++) {
            text.append("  T")
                    .append(call)
                    .append("       ")
                    .append(calls.get(call).txn());
            text.append(values(calls.get(call).arguments().toString()))
                    .append(" at ")
                    .append(calls.get(call).level().name())
                    .append('\n');
        }
        wanted.steps().forEach(step -> step(text, step));
        wanted.predicted().finalRows().forEach(row -> row(text, "at last ", row));
        return text.append("  ")
                .append(wanted.evidence().sentence())
                .append("\n\n")
                .toString();
    }

    private static void row(StringBuilder text, String when, Scenario.InitialRow row) {
        text.append("  ").append(when).append(' ').append(row.table());
        text.append(values(row.values().toString())).append('\n');
    }

    private static String values(String map) {
        return "(" + map.substring(1, map.length() - 1) + ")";
    }

    private void step(StringBuilder text, CaseStep step) {
        int call = step.call();
        text.append("  T").append(call).append("       ");
        if (step.isEnd()) {
            text.append("COMMIT\n");
            return;
        }
        String txn = wanted.scenario().calls().get(call).txn();
        text.append(line(wanted.program().txn(txn), statement(txn, step.label())));
        Observation returned = wanted.expected(call).getOrDefault(step.label(), Observation.counted(0));
        text.append(" -> ").append(returned).append('\n');
        if (!step.missed().isEmpty()) {
            text.append("           without what was written by ");
            text.append(step.missed().stream().map(missed -> "T" + missed).collect(Collectors.joining(", ")));
            text.append('\n');
        }
    }

    private Statement statement(String txn, String label) {
        return statement(wanted.program().txn(txn), label, wanted.loopMax());
    }

    /** A statement of a transaction by its label. */
    static Statement statement(TxnType txn, String label, int loopMax) {
        return txn.statements(loopMax).stream()
                .filter(statement -> statement.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no statement " + label + " in " + txn.name()));
    }

    /** A statement with its place in the source, without its guard. */
    static String line(TxnType txn, Statement statement) {
        String place = txn.origin(statement.label()).map(Origin::text).orElse("");
        String sql = ProgramPrinter.print(statement);
        int guard = sql.indexOf("  IF ");
        return (place.isEmpty() ? "" : place + "  ") + txn.name() + "." + (guard < 0 ? sql : sql.substring(0, guard));
    }
}

package moirai.runs.cases;

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

/**
 * The text for people that explains how a predicted anomaly comes about: each statement with its line in the source.
 */
public final class PredictedText {

    private final DirectedCase wanted;

    private PredictedText(PredictedCase found) {
        this.wanted = found.directed();
    }

    /** Returns the cycle, the initial rows, the calls, the statements in their order, and the final rows. */
    public static String of(PredictedCase found) {
        return new PredictedText(found).whole();
    }

    private String whole() {
        var text = new StringBuilder();
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
                .append('\n')
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
        TxnType txn = wanted.program().txn(wanted.scenario().calls().get(call).txn());
        text.append(line(txn, statement(txn, step.label(), wanted.loopMax())));
        Observation returned = wanted.expected(call).getOrDefault(step.label(), Observation.counted(0));
        text.append(" -> ").append(returned).append('\n');
        if (!step.missed().isEmpty()) {
            text.append("           without what was written by ");
            text.append(step.missed().stream().map(missed -> "T" + missed).collect(Collectors.joining(", ")));
            text.append('\n');
        }
    }

    /** Returns the statement of a transaction with this label, behind which a key may stand in parentheses. */
    public static Statement statement(TxnType txn, String label, int loopMax) {
        String plain = label.split("\\(", 2)[0];
        return txn.statements(loopMax).stream()
                .filter(statement -> statement.label().equals(plain))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no statement " + label + " in " + txn.name()));
    }

    /** Returns a statement with its place in the source, without its guard. */
    public static String line(TxnType txn, Statement statement) {
        String place = txn.origin(statement.label()).map(Origin::text).orElse("");
        String sql = ProgramPrinter.print(statement);
        int guard = sql.indexOf("  IF ");
        return (place.isEmpty() ? "" : place + "  ") + txn.name() + "." + (guard < 0 ? sql : sql.substring(0, guard));
    }
}

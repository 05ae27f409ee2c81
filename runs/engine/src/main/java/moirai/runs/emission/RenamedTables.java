package moirai.runs.emission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.encoding.Scenario;
import moirai.directed.program.Invariant;
import moirai.directed.program.Loop;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;
import moirai.directed.search.Anomaly;
import moirai.reenactment.DirectedCase;

/** A copier of a case to tables of other names, so that no existing table is touched. */
final class RenamedTables {

    private static final String PREFIX = "moirai_";

    private RenamedTables() {}

    static DirectedCase of(DirectedCase wanted) {
        Scenario scenario = wanted.scenario();
        List<Scenario.InitialRow> rows = scenario.rows().stream()
                .map(row -> new Scenario.InitialRow(renamed(row.table()), row.values()))
                .toList();
        var anomaly = new Anomaly(
                wanted.anomaly().hops(),
                wanted.anomaly().isInternal(),
                new Scenario(rows, scenario.calls(), scenario.turns()));
        return wanted.renamed(renamed(wanted.program()), anomaly);
    }

    private static String renamed(String table) {
        return PREFIX + table;
    }

    private static Program renamed(Program program) {
        return new Program(
                program.name(),
                program.tables().stream()
                        .map(table -> new Table(renamed(table.name()), table.key(), table.fields()))
                        .toList(),
                program.txns().stream()
                        .map(txn -> new TxnType(
                                txn.name(), txn.parameters(), renamed(txn.steps()), txn.origins(), txn.commit()))
                        .toList(),
                program.invariants().stream().map(RenamedTables::renamed).toList(),
                program.numbers());
    }

    private static Invariant renamed(Invariant invariant) {
        Map<String, String> rows = new LinkedHashMap<>();
        invariant.rows().forEach((row, table) -> rows.put(row, renamed(table)));
        return new Invariant(invariant.name(), rows, invariant.condition());
    }

    private static List<Step> renamed(List<Step> steps) {
        return steps.stream()
                .map(step -> switch (step) {
                    case Loop(var label, var times, var inner) -> new Loop(label, times, renamed(inner));
                    case Statement statement -> renamed(statement);
                })
                .toList();
    }

    private static Step renamed(Statement statement) {
        return switch (statement) {
            case Statement.Select(var label, var table, var fields, var where, var pick, var guard, var locks) ->
                new Statement.Select(label, renamed(table), fields, where, pick, guard, locks);
            case Statement.Insert(var label, var table, var values, var guard) ->
                new Statement.Insert(label, renamed(table), values, guard);
            case Statement.Update(var label, var table, var set, var where, var guard, var atomic) ->
                new Statement.Update(label, renamed(table), set, where, guard, atomic);
            case Statement.Delete(var label, var table, var where, var guard) ->
                new Statement.Delete(label, renamed(table), where, guard);
        };
    }
}

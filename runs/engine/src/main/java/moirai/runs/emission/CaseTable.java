package moirai.runs.emission;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.encoding.Scenario;
import moirai.reenactment.CaseStep;
import moirai.reenactment.DirectedCase;
import moirai.runs.report.StatementTable;
import moirai.runs.report.Wrapping;

/**
 * The text for people of a directed case: its rows at first, its calls side by side with their SQL, the values that
 * their statements return, and its rows at last.
 */
public final class CaseTable {

    /** The width of a column. Two columns of it fit beside each other on most screens. */
    private static final int WIDTH = 54;

    private final DirectedCase shown;

    private CaseTable(DirectedCase shown) {
        this.shown = shown;
    }

    /** Returns the text, with a line feed at the end. */
    public static String of(DirectedCase shown) {
        var table = new CaseTable(shown);
        return table.rows("at first  ", shown.scenario().rows())
                + StatementTable.render(table.heads(), table.lines())
                + table.rows("at last   ", shown.predicted().finalRows());
    }

    private String rows(String when, List<Scenario.InitialRow> rows) {
        return rows.isEmpty()
                ? when + "no row\n"
                : rows.stream()
                        .map(row -> when + row.table() + values(row.values()) + "\n")
                        .collect(Collectors.joining());
    }

    private static String values(Map<String, Integer> values) {
        return values.entrySet().stream()
                .map(value -> value.getKey() + " = " + value.getValue())
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private List<String> heads() {
        var heads = new ArrayList<String>();
        for (Scenario.Call call : shown.scenario().calls()) {
            heads.add("T" + heads.size() + " " + call.txn() + values(call.arguments()));
        }
        return heads;
    }

    private List<StatementTable.Line> lines() {
        var lines = new ArrayList<StatementTable.Line>();
        List<CaseStep> order = shown.steps();
        int next = 0;
        for (Recipe.Step step : DirectedRecipe.steps(shown)) {
            boolean isBegin = step.kind() == Recipe.Kind.BEGIN;
            List<Integer> missed = isBegin ? List.of() : order.get(next++).missed();
            text(step, missed).forEach(line -> lines.add(new StatementTable.Line(step.session(), line)));
        }
        return lines;
    }

    private static Stream<String> text(Recipe.Step step, List<Integer> missed) {
        return switch (step.kind()) {
            case BEGIN -> Stream.of("begin");
            case COMMIT -> Stream.of("commit");
            case ROLLBACK -> Stream.of("roll back");
            case READ, WRITE -> {
                String without = missed.stream().map(call -> "T" + call).collect(Collectors.joining(", "));
                yield Stream.of(
                                wrapped(step.sql().replace("\"", ""), ""),
                                Stream.of("  → " + step.seen()),
                                wrapped(without.isEmpty() ? "" : "without what " + without + " wrote", "    "),
                                wrapped(step.note(), "    "))
                        .flatMap(part -> part)
                        .filter(line -> !line.isBlank());
            }
        };
    }

    private static Stream<String> wrapped(String text, String indent) {
        return Wrapping.wrap(text, indent, WIDTH).lines();
    }
}

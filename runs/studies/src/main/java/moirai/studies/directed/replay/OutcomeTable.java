package moirai.studies.directed.replay;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.reenactment.CaseTarget;
import moirai.reenactment.DirectedCase;

/** The outcomes of many cases on many targets, as text. Single-threaded. */
final class OutcomeTable {

    private final List<CaseTarget> targets;
    private final Map<String, List<Map<String, Integer>>> rows = new LinkedHashMap<>();

    /**
     * Creates an empty table.
     *
     * @param targets the columns
     */
    OutcomeTable(List<? extends CaseTarget> targets) {
        this.targets = List.copyOf(targets);
    }

    /**
     * Replays cases on each target and counts their outcomes.
     *
     * @param name of the row; cases of the same name are counted together
     * @throws SQLException if a database cannot be reached, set up or read
     * @throws InterruptedException if interrupted meanwhile
     */
    void add(String name, DirectedCase wanted) throws SQLException, InterruptedException {
        List<Map<String, Integer>> cells = rows.computeIfAbsent(
                name, unknown -> targets.stream().map(target -> counts()).toList());
        for (int i = 0; i < targets.size(); i++) {
            String label = targets.get(i).replay(wanted).label();
            cells.get(i).merge(label, 1, Integer::sum);
        }
    }

    private static Map<String, Integer> counts() {
        return new TreeMap<>();
    }

    /** Returns a line for each row and target, as {@code write-skew | H2 at serializable | manifested: history 2}. */
    String text() {
        int nameWidth = width(List.copyOf(rows.keySet()));
        int targetWidth = width(targets.stream().map(CaseTarget::describe).toList());
        var text = new StringBuilder();
        rows.forEach((name, cells) -> {
            String shown = name;
            for (int i = 0; i < targets.size(); i++) {
                text.append(padded(shown, nameWidth)).append(" | ");
                text.append(padded(targets.get(i).describe(), targetWidth)).append(" | ");
                text.append(cells.get(i).entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
                text.append('\n');
                shown = "";
            }
        });
        return text.toString();
    }

    /** Returns the number of cases with each outcome on a target, by label. */
    Map<String, Integer> totals(int target) {
        var totals = new TreeMap<String, Integer>();
        new ArrayList<>(rows.values())
                .forEach(
                        cells -> cells.get(target).forEach((label, count) -> totals.merge(label, count, Integer::sum)));
        return totals;
    }

    private static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}

package moirai.runs.matrix;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.history.level.Phenomenon;
import moirai.runs.ExitCode;
import moirai.runs.report.Numbers;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.VerdictText;
import moirai.runs.report.Wrapping;

/** The table for a terminal or a log, in 80 columns; what is to be copied may be longer. */
public final class MatrixText {

    /** The width of the levels' names; longer names have a line of their own. */
    private static final int LEVEL_WIDTH = 22;

    private static final int CELL_WIDTH = 4;

    private MatrixText() {}

    /** Returns the table, what its signs mean, and for each level what was seen and where to look at it. */
    public static String of(Matrix matrix) {
        var text =
                new StringBuilder(Wrapping.hanging(matrix.database() + " · " + String.join("; ", matrix.workloads())));
        text.append('\n').append(head());
        matrix.rows().forEach(row -> text.append(line(row)));
        legend(matrix).forEach((sign, meaning) -> text.append(VerdictText.entry(sign, meaning)));
        matrix.rows().forEach(row -> text.append('\n').append(details(row)));
        if (!matrix.unmeasured().isEmpty()) {
            text.append('\n').append(Wrapping.hanging(unmeasured(matrix)));
        }
        text.append(VerdictText.unwrapped("again", matrix.again()));
        return text.toString();
    }

    /** Returns the line about how a command ended, with the levels that this follows from. */
    public static String exit(Matrix matrix, ExitCode code) {
        String levels = code == ExitCode.VALID
                ? ""
                : matrix.rows().stream()
                        .filter(row -> row.exitCode() == code)
                        .map(row -> row.level() + (code == ExitCode.UNKNOWN ? undecided(row) : ""))
                        .collect(Collectors.joining(", "));
        return Wrapping.hanging(
                "exit " + code.code() + " (" + code.words() + ")" + (levels.isEmpty() ? "" : ", because of " + levels));
    }

    private static String undecided(Row row) {
        String columns = Column.all().stream()
                .filter(column -> row.cell(column) instanceof Cell.Undecided)
                .map(Column::label)
                .collect(Collectors.joining(", "));
        return columns.isEmpty() ? "" : " (~ at " + columns + ")";
    }

    static String unmeasured(Matrix matrix) {
        return "not measured: " + String.join(", ", matrix.unmeasured());
    }

    private static String head() {
        return line(
                "",
                Column.all().stream()
                        .map(column -> padded(column, column.label()) + " ")
                        .toList());
    }

    private static String line(Row row) {
        return line(
                row.level(),
                Column.all().stream()
                        .map(column -> cell(column, row.cell(column)))
                        .toList());
    }

    private static String line(String level, List<String> cells) {
        String name = level.length() > LEVEL_WIDTH ? level + "\n" + " ".repeat(LEVEL_WIDTH) : level;
        String first = name + " ".repeat(Math.max(0, LEVEL_WIDTH - level.length()));
        return (first + String.join("", cells)).stripTrailing() + "\n";
    }

    private static String cell(Column column, Cell cell) {
        return padded(column, cell.sign()) + (isForbidden(cell) ? "!" : " ");
    }

    private static String padded(Column column, String sign) {
        int width = Math.max(CELL_WIDTH, column.label().length());
        return " ".repeat(Math.max(0, width - sign.length())) + sign;
    }

    static boolean isForbidden(Cell cell) {
        return cell instanceof Cell.Shown shown && shown.isForbidden();
    }

    /** Returns the meaning of each sign of the table. */
    static Map<String, String> legend(Matrix matrix) {
        List<Cell> cells = matrix.rows().stream()
                .flatMap(row -> Column.all().stream().map(row::cell))
                .toList();
        var legend = new LinkedHashMap<String, String>();
        cells.stream()
                .sorted(Comparator.comparingInt(MatrixText::place))
                .forEach(cell -> legend.put(key(cell), meaning(cell)));
        if (cells.stream().anyMatch(MatrixText::isForbidden)) {
            legend.put("!", "FORBIDDEN by the level that the database documents");
        }
        return legend;
    }

    private static String key(Cell cell) {
        return cell instanceof Cell.Shown shown && shown.count() > 0 ? "1.2k" : cell.sign();
    }

    private static String meaning(Cell cell) {
        return switch (cell) {
            case Cell.Shown shown when shown.count() == 0 -> "shown; instances are not counted";
            case Cell.Shown shown -> "shown, at least so often in a million committed transactions (1.2k: 1,200)";
            case Cell.NotSeen notSeen -> "not seen in the transactions of the level, which proves nothing";
            case Cell.Insufficient insufficient -> "insufficient evidence: the run could hardly have shown it";
            case Cell.Undecided undecided -> "not decided: the search was cut short";
            case Cell.NotLookedFor notLookedFor -> "not looked for";
        };
    }

    private static int place(Cell cell) {
        return switch (cell) {
            case Cell.Shown shown -> shown.count() == 0 ? 1 : 0;
            case Cell.NotSeen notSeen -> 2;
            case Cell.Insufficient insufficient -> 3;
            case Cell.Undecided undecided -> 4;
            case Cell.NotLookedFor notLookedFor -> 5;
        };
    }

    private static String details(Row row) {
        var text = new StringBuilder(Wrapping.hanging(heading(row)));
        row.runs()
                .forEach(run -> text.append(VerdictText.unwrapped(
                        "explain", OwnCommand.line("explain ") + run.run().directory())));
        for (Column column : Column.all()) {
            if (row.cell(column) instanceof Cell.Shown shown) {
                text.append(VerdictText.unwrapped(column.label(), shown.shownBy()));
            }
        }
        reasons(row).forEach((why, labels) -> text.append(VerdictText.entry("open", labels + ": " + why)));
        if (!row.besideInWords().isEmpty()) {
            text.append(VerdictText.entry("besides", row.besideInWords()));
        }
        if (!row.exception().isEmpty()) {
            text.append(VerdictText.entry("meaning", row.exception()));
        }
        if (!row.broken().isEmpty()) {
            text.append(VerdictText.entry("bug", bug(row)));
        }
        row.known().ifPresent(known -> text.append(VerdictText.entry("known", known)));
        row.notes().forEach(note -> text.append(VerdictText.entry("note", note)));
        return text.toString();
    }

    /** Returns the level, what is documented for it, and how much was seen, in one line of any length. */
    static String heading(Row row) {
        return row.level() + " · "
                + (row.promise().isEmpty() ? "no level is documented" : "documented as " + row.promise()) + " · "
                + Numbers.count(row.committed()) + " committed";
    }

    /** Returns which documented level is broken by what. */
    static String bug(Row row) {
        return "DATABASE BUG: documented as " + row.promise() + ", which is broken by " + labels(row.broken());
    }

    /** Returns the reasons of cells that are open, each with the columns that have it. */
    static Map<String, String> reasons(Row row) {
        var columns = new LinkedHashMap<String, Set<Column>>();
        for (Column column : Column.all()) {
            String why = row.cell(column).why();
            if (!why.isEmpty()) {
                columns.computeIfAbsent(why, first -> EnumSet.noneOf(Column.class))
                        .add(column);
            }
        }
        var reasons = new LinkedHashMap<String, String>();
        columns.forEach((why, those) ->
                reasons.put(why, those.stream().map(Column::label).collect(Collectors.joining(", "))));
        return reasons;
    }

    private static String labels(Set<Phenomenon> phenomena) {
        return phenomena.stream().map(Phenomenon::label).collect(Collectors.joining(", "));
    }
}

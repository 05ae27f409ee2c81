package moirai.runs.serve.pages;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of runs, in which two can be chosen. What belongs together shares a cell, so that it fits a screen. */
final class RunTable {

    private static final List<List<Row.Column>> CELLS = List.of(
            List.of(Row.Column.STARTED, Row.Column.NAME),
            List.of(Row.Column.VERDICT, Row.Column.EXPECT),
            List.of(Row.Column.DATABASE, Row.Column.ISOLATION),
            List.of(Row.Column.FOUND),
            List.of(Row.Column.WORKLOAD, Row.Column.SEED),
            List.of(Row.Column.COMMITTED, Row.Column.SECONDS, Row.Column.P99));

    private static final Pattern THOUSANDS = Pattern.compile("(?<=\\d)(?=(?:\\d{3})+$)");

    private RunTable() {}

    static String of(List<Row> shown, Query query) {
        var table = new StringBuilder("<table class=\"runs\"><thead><tr><th scope=\"col\">compare</th>");
        CELLS.forEach(columns -> table.append(head(columns, query)));
        table.append("<th scope=\"col\">files</th></tr></thead><tbody>\n");
        shown.forEach(row -> table.append(row(row)));
        return table.append("</tbody></table>\n").toString();
    }

    private static String head(List<Row.Column> columns, Query query) {
        boolean isSorted = columns.contains(query.sort());
        String order = query.isDescending() ? "descending" : "ascending";
        String arrow = query.isDescending() ? " ↓" : " ↑";
        return "<th scope=\"col\"" + (isSorted ? " aria-sort=\"" + order + "\">" : ">")
                + columns.stream()
                        .map(column ->
                                Frame.link(query.by(column), column.title() + (column == query.sort() ? arrow : "")))
                        .collect(Collectors.joining("<br>"))
                + "</th>";
    }

    private static String row(Row row) {
        String run = Frame.escaped(Frame.key(row.directory()));
        String box = "<input type=\"checkbox\" name=\"run\" value=\"" + run + "\" aria-label=\"compare " + run + "\">";
        return "<tr><td class=\"pick\" data-label=\"compare\"><label>" + (row.hasEnded() ? box : "") + "</label></td>"
                + Frame.cell("run", row.timeLink() + small(row, "", Row.Column.NAME))
                + Frame.cell("verdict", row.badge() + small(row, "expected ", Row.Column.EXPECT))
                + Frame.cell(
                        "database", text(row, Row.Column.DATABASE) + small(row, "asked for ", Row.Column.ISOLATION))
                + Frame.cell("found", text(row, Row.Column.FOUND))
                + Frame.cell("workload", text(row, Row.Column.WORKLOAD) + small(row, "seed ", Row.Column.SEED))
                + Frame.cell("committed", thousands(row.cell(Row.Column.COMMITTED)) + Frame.small(times(row)))
                + Frame.cell("files", files(row)) + "</tr>\n";
    }

    private static String text(Row row, Row.Column column) {
        return Frame.escaped(row.cell(column));
    }

    /** Returns digits such as {@code 1,234,567}, without {@code String.format}, which is slow for many rows. */
    private static String thousands(String digits) {
        return THOUSANDS.matcher(digits).replaceAll(",");
    }

    private static String small(Row row, String before, Row.Column column) {
        String cell = row.cell(column);
        return cell.isEmpty() ? "" : Frame.small(before + cell);
    }

    private static String times(Row row) {
        return row.cell(Row.Column.SECONDS).isEmpty()
                ? ""
                : "in " + row.cell(Row.Column.SECONDS) + " s, p99 " + row.cell(Row.Column.P99) + " ms";
    }

    private static String files(Row row) {
        String key = Frame.key(row.directory());
        String zip = Frame.link("/zip/" + key, "zip");
        String json = row.hasEnded() ? " " + Frame.link("/runs/" + key + "/run.json", "json") : "";
        return zip + json + " " + Frame.link("/runs/" + key + "/run.log", "log");
    }
}

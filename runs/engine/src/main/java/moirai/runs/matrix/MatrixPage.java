package moirai.runs.matrix;

import java.util.List;
import java.util.stream.Collectors;
import moirai.runs.files.BundledText;
import moirai.runs.html.Page;
import moirai.runs.report.ShellLine;

/** The table as a page for browsers without a network and without scripts. Colours repeat what words say. */
public final class MatrixPage {

    private static final String TEMPLATE = BundledText.of(MatrixPage.class, "matrix.html");

    private MatrixPage() {}

    /** Returns the whole text of the page. */
    public static String of(Matrix matrix) {
        return TEMPLATE.replace("{title}", escaped(matrix.database()))
                .replace("{workloads}", escaped(String.join("; ", matrix.workloads())))
                .replace("{head}", head())
                .replace("{rows}", matrix.rows().stream().map(MatrixPage::row).collect(Collectors.joining()))
                .replace(
                        "{details}",
                        matrix.rows().stream().map(MatrixPage::details).collect(Collectors.joining()))
                .replace(
                        "{unmeasured}",
                        matrix.unmeasured().isEmpty() ? "" : "<p>" + escaped(MatrixText.unmeasured(matrix)) + "</p>\n")
                .replace("{again}", escaped(matrix.again()));
    }

    private static String head() {
        return Column.all().stream()
                .map(column -> "<th scope=\"col\">" + column.label() + "<small>" + column.meaning() + "</small></th>")
                .collect(Collectors.joining());
    }

    private static String row(Row row) {
        var text = new StringBuilder("<tr><th scope=\"row\">" + escaped(row.level()) + "<small>"
                + (row.promise().isEmpty() ? "nothing documented" : "documented as " + escaped(row.promise()))
                + "</small></th>");
        for (Column column : Column.all()) {
            Cell cell = row.cell(column);
            text.append("<td class=\"").append(kind(cell)).append("\" data-column=\"");
            text.append(column.label())
                    .append("\">")
                    .append(escaped(cell.words()))
                    .append("</td>");
        }
        return text.append("</tr>\n").toString();
    }

    private static String kind(Cell cell) {
        return switch (cell) {
            case Cell.Shown shown -> shown.isForbidden() ? "forbidden" : "shown";
            case Cell.NotSeen notSeen -> "unseen";
            case Cell.Insufficient insufficient -> "open";
            case Cell.Undecided undecided -> "open";
            case Cell.NotLookedFor notLookedFor -> "none";
        };
    }

    private static String details(Row row) {
        var text = new StringBuilder("<h2>" + escaped(MatrixText.heading(row)) + "</h2>\n<dl>\n");
        row.runs()
                .forEach(run -> entry(
                        text,
                        "explain",
                        ShellLine.here(List.of("explain", run.run().directory().toString()))));
        for (Column column : Column.all()) {
            if (row.cell(column) instanceof Cell.Shown shown) {
                entry(text, column.label(), shown.shownBy());
            }
        }
        MatrixText.reasons(row).forEach((why, labels) -> entry(text, labels, why));
        entry(text, "besides", row.besideInWords());
        entry(text, "meaning", row.exception());
        entry(text, "bug", row.broken().isEmpty() ? "" : MatrixText.bug(row));
        entry(text, "known", row.known().orElse(""));
        row.notes().forEach(note -> entry(text, "note", note));
        return text.append("</dl>\n").toString();
    }

    private static void entry(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append("<dt>").append(escaped(name)).append("</dt><dd>");
            text.append(escaped(value)).append("</dd>\n");
        }
    }

    /** Returns a text escaped for HTML and for the template, whose places have braces. */
    private static String escaped(String text) {
        return Page.escaped(text).replace("{", "&#123;");
    }
}

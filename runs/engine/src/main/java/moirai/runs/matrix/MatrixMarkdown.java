package moirai.runs.matrix;

import java.util.List;
import java.util.stream.Collectors;
import moirai.runs.export.Markdown;

/** The table in GitHub's Markdown, with words instead of signs. */
public final class MatrixMarkdown {

    private MatrixMarkdown() {}

    /** Returns the table, and for each level what was seen and where to look at it. */
    public static String of(Matrix matrix) {
        var text = new StringBuilder("## Moirai: " + Markdown.inline(matrix.database()) + "\n\n");
        text.append(line("asked for", Column.all().stream().map(Column::label).toList()));
        text.append(line("---", Column.all().stream().map(column -> "---").toList()));
        matrix.rows()
                .forEach(row -> text.append(line(
                        Markdown.inline(row.level()),
                        Column.all().stream()
                                .map(column -> row.cell(column))
                                .map(cell -> cell instanceof Cell.Shown ? "**" + cell.words() + "**" : cell.words())
                                .toList())));
        text.append(meanings());
        matrix.rows().forEach(row -> text.append(details(row)));
        if (!matrix.unmeasured().isEmpty()) {
            text.append("\n")
                    .append(Markdown.inline(MatrixText.unmeasured(matrix)))
                    .append(".\n");
        }
        return text.append("\nAgain: `")
                .append(matrix.again().replace("`", "'"))
                .append("`\n")
                .toString();
    }

    private static String meanings() {
        return Column.all().stream()
                .map(column -> column.label() + ": " + column.meaning())
                .collect(Collectors.joining("; ", "\n", ".\n"));
    }

    private static String line(String first, List<String> cells) {
        return "| " + first + " | " + String.join(" | ", cells) + " |\n";
    }

    private static String details(Row row) {
        var text = new StringBuilder("\n**" + Markdown.inline(MatrixText.heading(row)) + "**\n\n");
        row.runs().forEach(run -> item(text, "run", run.run().directory().toString()));
        for (Column column : Column.all()) {
            if (row.cell(column) instanceof Cell.Shown shown) {
                item(text, column.label(), shown.shownBy());
            }
        }
        MatrixText.reasons(row).forEach((why, labels) -> item(text, labels, why));
        item(text, "besides", row.besideInWords());
        item(text, "meaning", row.exception());
        item(text, "bug", row.broken().isEmpty() ? "" : MatrixText.bug(row));
        item(text, "known", row.known().orElse(""));
        row.notes().forEach(note -> item(text, "note", note));
        return text.toString();
    }

    private static void item(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append("- ")
                    .append(Markdown.inline(name))
                    .append(": ")
                    .append(Markdown.inline(value))
                    .append('\n');
        }
    }
}

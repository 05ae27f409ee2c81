package moirai.runs.query;

import java.util.List;
import moirai.runs.report.TextTable;
import moirai.runs.report.Wrapping;

/**
 * Everything that questions can be asked about.
 *
 * @param tables filled from files
 * @param views made of the tables by a query, when they are asked for
 */
public record Catalog(List<Table> tables, List<View> views) {

    public Catalog {
        tables = List.copyOf(tables);
        views = List.copyOf(views);
    }

    /** A table that is a query over others. */
    public record View(Table shape, String query) {

        String ddl() {
            return "CREATE VIEW " + shape.name() + " AS " + query;
        }
    }

    /** Returns the tables and their columns for people, in lines of at most some width. */
    public String text(int width) {
        var text = new StringBuilder();
        tables.forEach(table -> append(table, width, text));
        views.forEach(view -> append(view.shape(), width, text));
        return text.toString();
    }

    private static void append(Table table, int width, StringBuilder text) {
        text.append(text.isEmpty() ? "" : "\n").append(Wrapping.wrap(table.name() + ": " + table.meaning(), "", width));
        var columns = new TextTable(column -> true);
        table.columns().forEach(column -> columns.add(List.of("  " + column.name(), column.type())));
        List<String> heads = columns.toString().lines().toList();
        int indent = heads.stream().mapToInt(String::length).max().orElse(0) + 2;
        for (int i = 0; i < heads.size(); i++) {
            String meaning = Wrapping.wrap(table.columns().get(i).meaning(), " ".repeat(indent), width);
            text.append(heads.get(i)).append(meaning.substring(heads.get(i).length()));
        }
    }
}

package moirai.runs.query;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table, or a view, that questions can be asked about.
 *
 * @param meaning what one row is, in a line
 */
public record Table(String name, String meaning, List<Column> columns) {

    public Table {
        columns = List.copyOf(columns);
    }

    /** Makes a table of these columns. */
    Table(String name, String meaning, Column... columns) {
        this(name, meaning, List.of(columns));
    }

    /**
     * A column of a table.
     *
     * @param type in DuckDB's words, such as {@code BIGINT}
     * @param meaning the contents in a line, with the unit, and when it is null
     */
    public record Column(String name, String type, String meaning) {}

    /** Returns the statement that makes the table. */
    String ddl() {
        return columns.stream()
                .map(column -> column.name() + " " + column.type())
                .collect(Collectors.joining(", ", "CREATE TABLE " + name + " (", ")"));
    }
}

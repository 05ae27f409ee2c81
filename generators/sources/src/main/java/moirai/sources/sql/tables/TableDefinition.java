package moirai.sources.sql.tables;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.create.table.Index;

/**
 * A table as its CREATE TABLE defines it, without references to other tables. Programs do not know these, so their rows
 * need not keep them.
 *
 * @param constraints keys that are defined after the columns
 */
public record TableDefinition(String name, List<ColumnDefinition> columns, List<String> constraints) {

    public TableDefinition {
        columns = List.copyOf(columns);
        constraints = List.copyOf(constraints);
    }

    static TableDefinition of(CreateTable create) {
        List<ColumnDefinition> columns = create.getColumnDefinitions().stream()
                .map(column -> new ColumnDefinition(
                        column.getColumnName(), column.getColDataType().toString(), rest(column.getColumnSpecs())))
                .toList();
        List<Index> indexes = create.getIndexes();
        List<String> constraints = (indexes == null ? List.<Index>of() : indexes)
                .stream()
                        .filter(index -> List.of("PRIMARY KEY", "UNIQUE")
                                .contains(String.valueOf(index.getType()).toUpperCase(Locale.ROOT)))
                        .map(Index::toString)
                        .toList();
        return new TableDefinition(create.getTable().getName(), columns, constraints);
    }

    private static String rest(java.util.@org.jspecify.annotations.Nullable List<String> words) {
        return words == null
                ? ""
                : words.stream()
                        .takeWhile(word ->
                                !List.of("REFERENCES", "CHECK", "CONSTRAINT").contains(word.toUpperCase(Locale.ROOT)))
                        .collect(Collectors.joining(" "));
    }

    /** Returns the statement that makes the table. */
    public String createTable() {
        return Stream.concat(
                        columns.stream()
                                .map(column -> (column.name() + " " + column.type() + " " + column.rest()).strip()),
                        constraints.stream())
                .collect(Collectors.joining(", ", "CREATE TABLE " + name + " (", ")"));
    }
}

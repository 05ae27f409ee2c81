package moirai.mockstore.sql.change;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreException.Details;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.KeyForm;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.TextFormat;

/** Creates the exceptions for violated constraints, with the details that programs read. */
final class Violations {

    /** The length from which on PostgreSQL cuts a value in a message. */
    private static final int TEXT_MAX = 64;

    private Violations() {}

    /**
     * Makes the exception for a null.
     *
     * @param row the values of the whole row; empty if they are not known
     */
    static StoreException notNull(TableSchema table, int column, List<Object> row) {
        String name = table.column(column).name();
        return new StoreException(
                "23502",
                "null value in column \"%s\" of relation \"%s\" violates not-null constraint"
                        .formatted(name, bare(table)),
                details(contents(table, row), table, name, ""));
    }

    /** Makes the exception for a value that a statement gives a column whose value follows from others. */
    static StoreException ofGenerated(ColumnSchema column, String command) {
        String message = command.equals("UPDATE")
                ? "column \"%s\" can only be updated to DEFAULT"
                : "cannot insert a non-DEFAULT value into column \"%s\"";
        return new StoreException(
                "428C9",
                message.formatted(column.name()),
                new Details("Column \"%s\" is a generated column.".formatted(column.name()), "", "", "", ""));
    }

    static StoreException unique(TableSchema table, KeySchema key, List<?> values) {
        KeyForm form = key.form();
        String pairs = form == null
                ? pairs(table, key.columns(), values)
                : "(%s)=(%s)"
                        .formatted(
                                String.join(", ", form.texts()),
                                IntStream.range(0, values.size())
                                        .mapToObj(index -> TextFormat.write(
                                                values.get(index),
                                                form.values().get(index).type()))
                                        .collect(Collectors.joining(", ")));
        return new StoreException(
                "23505",
                "duplicate key value violates unique constraint \"%s\"".formatted(key.name()),
                details("Key %s already exists.".formatted(pairs), table, "", key.name()));
    }

    /**
     * Makes the exception for a condition that is false.
     *
     * @param row the values of the whole row; empty if they are not known
     */
    static StoreException check(TableSchema table, String constraint, List<Object> row) {
        return new StoreException(
                "23514",
                "new row for relation \"%s\" violates check constraint \"%s\"".formatted(bare(table), constraint),
                details(contents(table, row), table, "", constraint));
    }

    static StoreException noParent(TableSchema table, ForeignKeySchema key, List<?> values) {
        return new StoreException(
                "23503",
                "insert or update on table \"%s\" violates foreign key constraint \"%s\""
                        .formatted(bare(table), key.name()),
                details(
                        "Key %s is not present in table \"%s\"."
                                .formatted(pairs(table, key.columns(), values), Identifiers.bare(key.target())),
                        table,
                        "",
                        key.name()));
    }

    static StoreException hasChildren(TableSchema table, ForeignKeySchema key, TableSchema child, List<?> values) {
        return new StoreException(
                "23503",
                "update or delete on table \"%s\" violates foreign key constraint \"%s\" on table \"%s\""
                        .formatted(bare(table), key.name(), bare(child)),
                details(
                        "Key %s is still referenced from table \"%s\"."
                                .formatted(pairs(table, key.targetColumns(), values), bare(child)),
                        child,
                        "",
                        key.name()));
    }

    private static Details details(String detail, TableSchema table, String column, String constraint) {
        return new Details(detail, Identifiers.schema(table.name()), bare(table), column, constraint);
    }

    private static String bare(TableSchema table) {
        return Identifiers.bare(table.name());
    }

    private static String contents(TableSchema table, List<Object> row) {
        return row.isEmpty()
                ? ""
                : table.columnNumbers().stream()
                        .map(column -> cut(text(table, column, row.get(column))))
                        .collect(Collectors.joining(", ", "Failing row contains (", ")."));
    }

    private static String text(TableSchema table, int column, Object value) {
        return value == SqlNull.NULL
                ? "null"
                : TextFormat.write(value, table.column(column).type().type());
    }

    private static String cut(String text) {
        return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "..." : text;
    }

    private static String pairs(TableSchema table, List<Integer> columns, List<?> values) {
        String names =
                columns.stream().map(column -> table.column(column).name()).collect(Collectors.joining(", "));
        return "(%s)=(%s)"
                .formatted(
                        names,
                        IntStream.range(0, columns.size())
                                .mapToObj(index -> text(table, columns.get(index), values.get(index)))
                                .collect(Collectors.joining(", ")));
    }
}

package moirai.mockstore.sql.change;

import java.util.List;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreException.Details;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;

/** Creates the exceptions for violated constraints, with the details that programs read. */
final class Violations {

    private Violations() {}

    static StoreException notNull(TableSchema table, int column) {
        String name = table.column(column).name();
        return new StoreException(
                "23502",
                "null value in column \"%s\" of relation \"%s\" violates not-null constraint"
                        .formatted(name, bare(table)),
                details("", table, name, ""));
    }

    static StoreException unique(TableSchema table, String constraint, List<Integer> columns, List<?> values) {
        return new StoreException(
                "23505",
                "duplicate key value violates unique constraint \"%s\"".formatted(constraint),
                details("Key %s already exists.".formatted(pairs(table, columns, values)), table, "", constraint));
    }

    static StoreException check(TableSchema table, String constraint) {
        return new StoreException(
                "23514",
                "new row for relation \"%s\" violates check constraint \"%s\"".formatted(bare(table), constraint),
                details("", table, "", constraint));
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

    private static String pairs(TableSchema table, List<Integer> columns, List<?> values) {
        String names =
                columns.stream().map(column -> table.column(column).name()).collect(Collectors.joining(", "));
        return "(%s)=(%s)".formatted(names, values.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
}

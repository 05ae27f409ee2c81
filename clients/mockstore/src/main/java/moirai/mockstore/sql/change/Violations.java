package moirai.mockstore.sql.change;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.TableSchema;

/** Creates the exceptions for violated constraints. */
final class Violations {

    private Violations() {}

    static StoreException notNull(TableSchema table, int column) {
        return new StoreException(
                "23502",
                "null value in column \"%s\" of relation \"%s\" violates not-null constraint"
                        .formatted(table.column(column).name(), table.name()));
    }

    static StoreException unique(TableSchema table, String constraint, List<Integer> columns, List<?> values) {
        return new StoreException(
                "23505",
                "duplicate key value violates unique constraint \"%s\": key (%s)=(%s) already exists"
                        .formatted(constraint, names(table, columns), join(values)));
    }

    static StoreException check(TableSchema table, String constraint) {
        return new StoreException(
                "23514",
                "new row for relation \"%s\" violates check constraint \"%s\"".formatted(table.name(), constraint));
    }

    static StoreException noParent(TableSchema table, ForeignKeySchema key, List<?> values) {
        return new StoreException(
                "23503",
                ("insert or update on table \"%s\" violates foreign key constraint \"%s\": key (%s)=(%s) is "
                                + "not present in table \"%s\"")
                        .formatted(table.name(), key.name(), names(table, key.columns()), join(values), key.target()));
    }

    static StoreException hasChildren(TableSchema table, ForeignKeySchema key, TableSchema child, List<?> values) {
        return new StoreException(
                "23503",
                ("update or delete on table \"%s\" violates foreign key constraint \"%s\" on table \"%s\": "
                                + "key (%s)=(%s) is still referenced")
                        .formatted(
                                table.name(),
                                key.name(),
                                child.name(),
                                names(table, key.targetColumns()),
                                join(values)));
    }

    private static String names(TableSchema table, List<Integer> columns) {
        return String.join(
                ", ",
                columns.stream().map(column -> table.column(column).name()).toList());
    }

    private static String join(List<?> values) {
        return String.join(", ", values.stream().map(String::valueOf).toList());
    }
}

package moirai.mockstore.sql.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.rows.KeyRange;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.rows.TableRows;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlArray;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/**
 * A way to find the keys of a table whose rows may satisfy a query's conditions. Finds all such keys, and perhaps
 * others.
 */
public sealed interface AccessPath {

    /** Returns the keys, in order. */
    List<RowKey> keys(Table table, PlanFrame frame);

    /** Returns the number of columns by whose values the path finds rows. */
    default int columnCount() {
        return switch (this) {
            case Prefix prefix -> prefix.columns.size();
            case Unique unique -> unique.columns.size();
            case Indexed indexed -> indexed.among.columns.size() + indexed.columns.size();
        };
    }

    /**
     * A path by given values of the first columns of the primary key.
     *
     * @param columns the values of these columns; empty for all rows of the table
     * @param limits of the next column
     */
    record Prefix(List<Wanted> columns, List<Limit> limits) implements AccessPath {

        public Prefix {
            columns = List.copyOf(columns);
            limits = List.copyOf(limits);
        }

        @Override
        public List<RowKey> keys(Table table, PlanFrame frame) {
            return keys(table, frame, List.of());
        }

        private List<RowKey> keys(Table table, PlanFrame frame, List<TableRows.Sought> sought) {
            boolean complete = !columns.isEmpty()
                    && columns.size() == table.schema().primaryKey().size();
            StatementRows rows = frame.execution().rows();
            var found = new ArrayList<RowKey>();
            Optional<List<KeyRange.Bound>> bounds = bounds(frame);
            if (bounds.isEmpty()) {
                return List.of();
            }
            for (RowKey prefix : combinations(columns, frame)) {
                if (complete) {
                    found.add(prefix);
                } else {
                    found.addAll(rows.scan(table.rows(), new KeyRange(prefix, bounds.get()), sought));
                }
            }
            return found;
        }

        /** Returns the bounds of the next column; empty if a limit is null, so that no value is within. */
        private Optional<List<KeyRange.Bound>> bounds(PlanFrame frame) {
            var bounds = new ArrayList<KeyRange.Bound>(limits.size());
            for (Limit limit : limits) {
                Object value = limit.value.evaluate(frame);
                if (value == SqlNull.NULL) {
                    return Optional.empty();
                }
                Object held = held(limit.column, value, limit.value.type());
                if (held != SqlNull.NULL) {
                    bounds.add(new KeyRange.Bound(held, limit.lower, limit.inclusive));
                }
            }
            return Optional.of(bounds);
        }
    }

    /**
     * A path that follows another one, but leaves out the rows that never had the given values.
     *
     * @param columns columns with indexes
     */
    record Indexed(Prefix among, List<Column> columns) implements AccessPath {

        /**
         * A column with an index.
         *
         * @param stored the name under which the store keeps the column
         */
        public record Column(String stored, Wanted wanted) {}

        public Indexed {
            columns = List.copyOf(columns);
        }

        @Override
        public List<RowKey> keys(Table table, PlanFrame frame) {
            return among.keys(
                    table,
                    frame,
                    columns.stream()
                            .map(column -> new TableRows.Sought(column.stored, column.wanted.evaluate(frame)))
                            .toList());
        }
    }

    /** A path by given values of all columns of a unique constraint. */
    record Unique(String constraint, List<Wanted> columns) implements AccessPath {

        public Unique {
            columns = List.copyOf(columns);
        }

        @Override
        public List<RowKey> keys(Table table, PlanFrame frame) {
            return combinations(columns, frame).stream()
                    .map(values -> frame.execution().rows().unique(table.rows(), constraint, values))
                    .flatMap(Optional::stream)
                    .sorted()
                    .distinct()
                    .toList();
        }
    }

    /**
     * A condition that a column must not be beyond a value.
     *
     * @param lower whether the column must not be below the value
     * @param inclusive whether the column may equal the value
     */
    record Limit(ColumnType column, SqlExpression value, boolean lower, boolean inclusive) {}

    /** A condition that a column must equal one of some values, or of the elements of arrays among them. */
    record Wanted(ColumnType column, List<SqlExpression> values) {

        public Wanted {
            values = List.copyOf(values);
        }

        /** Returns each value once, in order, without values that the column cannot hold. */
        List<Object> evaluate(PlanFrame frame) {
            var found = new ArrayList<>();
            for (SqlExpression expression : values) {
                Object value = expression.evaluate(frame);
                if (value instanceof SqlArray array) {
                    array.values().forEach(element -> add(found, element, array.element()));
                } else {
                    add(found, value, expression.type());
                }
            }
            if (found.size() > 1) {
                found.sort(SqlOrder.NULLS_LAST);
            }
            return found.stream().distinct().toList();
        }

        private void add(List<Object> found, Object value, SqlType type) {
            Object sought = held(column, value, type);
            if (sought != SqlNull.NULL) {
                found.add(sought);
            }
        }
    }

    /** Returns the column's value that equals a value of another type; null if there is none. */
    private static Object held(ColumnType column, Object value, SqlType type) {
        if (value == SqlNull.NULL) {
            return value;
        }
        SqlType from = type == SqlType.UNKNOWN && !(value instanceof String) ? typeOf(value, column) : type;
        if (from == column.type() && !column.hasModifiers()) {
            return value;
        }
        try {
            Object converted = Conversion.convert(value, from, column.type());
            boolean same = from == SqlType.UNKNOWN
                    || Casts.isString(from)
                    || SqlOrder.compare(Conversion.convert(converted, column.type(), from), value) == 0;
            return same ? fitted(converted, column) : SqlNull.NULL;
        } catch (StoreException outOfRange) {
            if (from == SqlType.UNKNOWN) {
                throw outOfRange;
            }
            return SqlNull.NULL;
        }
    }

    /** Returns the value as the column would store it; null if the column would change it. */
    private static Object fitted(Object value, ColumnType column) {
        if (!column.hasModifiers()) {
            return value;
        }
        try {
            Object held = Conversion.assign(value, column.type(), column);
            boolean same = Casts.isString(column.type()) || SqlOrder.compare(held, value) == 0;
            return same ? held : SqlNull.NULL;
        } catch (StoreException tooLong) {
            return SqlNull.NULL;
        }
    }

    private static SqlType typeOf(Object value, ColumnType column) {
        return switch (value) {
            case Boolean truth -> SqlType.BOOLEAN;
            case Integer number -> SqlType.INTEGER;
            case Long number -> SqlType.BIGINT;
            case java.math.BigDecimal number -> SqlType.NUMERIC;
            case Float number -> SqlType.REAL;
            case Double number -> SqlType.DOUBLE;
            default -> column.type();
        };
    }

    private static List<RowKey> combinations(List<Wanted> columns, PlanFrame frame) {
        List<List<Object>> prefixes = List.of(List.of());
        for (Wanted column : columns) {
            List<Object> values = column.evaluate(frame);
            var longer = new ArrayList<List<Object>>(prefixes.size() * values.size());
            for (List<Object> prefix : prefixes) {
                for (Object value : values) {
                    var extended = new ArrayList<>(prefix);
                    extended.add(value);
                    longer.add(extended);
                }
            }
            prefixes = longer;
        }
        return prefixes.stream().map(RowKey::new).toList();
    }
}

package moirai.mockstore.sql.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.ColumnType;

/** A table: columns and what must hold for its rows. Immutable. */
public final class TableSchema {

    private final String name;
    private final List<ColumnSchema> columns;
    private final List<KeySchema> keys;
    private final List<ForeignKeySchema> foreignKeys;
    private final List<CheckSchema> checks;
    /** Of each column, where it stands in the primary key; -1 if it does not. */
    private final int[] keyPositions;

    public TableSchema(
            String name,
            List<ColumnSchema> columns,
            List<KeySchema> keys,
            List<ForeignKeySchema> foreignKeys,
            List<CheckSchema> checks) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.keys = List.copyOf(keys);
        this.foreignKeys = List.copyOf(foreignKeys);
        this.checks = List.copyOf(checks);
        this.keyPositions = new int[columns.size()];
        Arrays.fill(keyPositions, -1);
        List<Integer> primary = primaryKey();
        for (int position = 0; position < primary.size(); position++) {
            if (isToldByKey(columns.get(primary.get(position)).type())) {
                keyPositions[primary.get(position)] = position;
            }
        }
    }

    public String name() {
        return name;
    }

    public List<ColumnSchema> columns() {
        return columns;
    }

    public ColumnSchema column(int number) {
        return columns.get(number);
    }

    /** The primary key, if there is one, and what else is unique. */
    public List<KeySchema> keys() {
        return keys;
    }

    public List<ForeignKeySchema> foreignKeys() {
        return foreignKeys;
    }

    public List<CheckSchema> checks() {
        return checks;
    }

    /** How many keys, foreign keys and checks there are. */
    public int constraintCount() {
        return keys.size() + foreignKeys.size() + checks.size();
    }

    /** The columns of the primary key, in its order; empty if there is none, and rows have hidden numbers. */
    public List<Integer> primaryKey() {
        return keys.stream()
                .filter(KeySchema::primary)
                .findFirst()
                .map(KeySchema::columns)
                .orElse(List.of());
    }

    /** Whether values that are equal look alike: 1.0 equals 1.00, and a row found by the one may hold the other. */
    private static boolean isToldByKey(ColumnType type) {
        return switch (type.type()) {
            case NUMERIC -> type.hasModifiers();
            case REAL, DOUBLE, INTERVAL -> false;
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, CHAR, VARCHAR, TEXT -> true;
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID, BYTEA, UNKNOWN -> true;
        };
    }

    /**
     * Where a column stands in the primary key; -1 if it does not, or if the key does not tell how its value was
     * written, so that it is kept like those outside the key.
     */
    public int keyPosition(int column) {
        return keyPositions[column];
    }

    /** The number of the column of this name; empty if there is none. */
    public OptionalInt find(String column) {
        for (int number = 0; number < columns.size(); number++) {
            if (columns.get(number).name().equals(column)) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    /**
     * The number of the column of this name.
     *
     * @throws StoreException if there is none (SQLSTATE 42703)
     */
    public int require(String column) {
        return find(column)
                .orElseThrow(() -> new StoreException(
                        "42703",
                        "column \"%s\" of relation \"%s\" does not exist; there are %s"
                                .formatted(
                                        column,
                                        name,
                                        columns.stream().map(ColumnSchema::name).toList())));
    }

    /** With these columns instead. */
    public TableSchema withColumns(List<ColumnSchema> others) {
        return new TableSchema(name, others, keys, foreignKeys, checks);
    }

    /** With one more key. */
    public TableSchema with(KeySchema key) {
        return new TableSchema(name, columns, plus(keys, key), foreignKeys, checks);
    }

    /** With one more foreign key. */
    public TableSchema with(ForeignKeySchema foreignKey) {
        return new TableSchema(name, columns, keys, plus(foreignKeys, foreignKey), checks);
    }

    /** With one more check. */
    public TableSchema with(CheckSchema check) {
        return new TableSchema(name, columns, keys, foreignKeys, plus(checks, check));
    }

    /** Without the constraint of this name, be it of whatever kind but a primary key. */
    public TableSchema without(String constraint) {
        return new TableSchema(
                name,
                columns,
                keys.stream()
                        .filter(key -> key.primary() || !key.name().equals(constraint))
                        .toList(),
                foreignKeys.stream()
                        .filter(key -> !key.name().equals(constraint))
                        .toList(),
                checks.stream()
                        .filter(check -> !check.name().equals(constraint))
                        .toList());
    }

    private static <T> List<T> plus(List<T> list, T element) {
        var longer = new ArrayList<>(list);
        longer.add(element);
        return longer;
    }

    @Override
    public String toString() {
        return name;
    }
}

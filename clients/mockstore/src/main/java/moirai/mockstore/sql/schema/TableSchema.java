package moirai.mockstore.sql.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.ColumnType;

/** A definition of a table: its columns and constraints. Immutable. */
public final class TableSchema {

    private final String name;
    private final List<ColumnSchema> columns;
    private final List<KeySchema> keys;
    private final List<KeySchema> plainKeys;
    private final List<ForeignKeySchema> foreignKeys;
    private final List<CheckSchema> checks;
    private final OnCommit onCommit;
    /** The position of each column in the primary key; -1 if it is not in the key. */
    private final int[] keyPositions;

    /** What happens to a temporary table at the end of a transaction. */
    public enum OnCommit {
        PRESERVE_ROWS,
        DELETE_ROWS,
        DROP
    }

    /** Creates a table that is not temporary, or stays as it is when transactions end. */
    public TableSchema(
            String name,
            List<ColumnSchema> columns,
            List<KeySchema> keys,
            List<ForeignKeySchema> foreignKeys,
            List<CheckSchema> checks) {
        this(name, columns, keys, foreignKeys, checks, OnCommit.PRESERVE_ROWS);
    }

    private TableSchema(
            String name,
            List<ColumnSchema> columns,
            List<KeySchema> keys,
            List<ForeignKeySchema> foreignKeys,
            List<CheckSchema> checks,
            OnCommit onCommit) {
        this.onCommit = onCommit;
        this.name = name;
        this.columns = List.copyOf(columns);
        this.keys = List.copyOf(keys);
        this.plainKeys = keys.stream().filter(key -> key.form() == null).toList();
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

    /** Returns the primary key, if there is one, and the other unique keys of columns in all rows. */
    public List<KeySchema> keys() {
        return plainKeys;
    }

    /** Returns all keys, also those of expressions or of some rows. */
    public List<KeySchema> allKeys() {
        return keys;
    }

    public List<ForeignKeySchema> foreignKeys() {
        return foreignKeys;
    }

    public List<CheckSchema> checks() {
        return checks;
    }

    /** Returns the number of keys, foreign keys and checks. */
    public int constraintCount() {
        return keys.size() + foreignKeys.size() + checks.size();
    }

    /** Returns whether it has a key, a foreign key or a check of this name. */
    public boolean hasConstraint(String constraint) {
        return keys.stream().anyMatch(key -> key.name().equals(constraint))
                || foreignKeys.stream().anyMatch(key -> key.name().equals(constraint))
                || checks.stream().anyMatch(check -> check.name().equals(constraint));
    }

    /**
     * Returns the columns of the primary key, in its order; empty if there is none, in which case rows have hidden
     * numbers.
     */
    public List<Integer> primaryKey() {
        return keys.stream()
                .filter(KeySchema::primary)
                .findFirst()
                .map(KeySchema::columns)
                .orElse(List.of());
    }

    /**
     * Returns whether equal values of the type are identical. Numerics are not: 1.0 equals 1.00, and a row found by one
     * may contain the other.
     */
    private static boolean isToldByKey(ColumnType type) {
        return switch (type.type()) {
            case NUMERIC -> type.hasModifiers();
            case REAL, DOUBLE, INTERVAL -> false;
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, CHAR, VARCHAR, TEXT -> true;
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID, BYTEA, UNKNOWN -> true;
        };
    }

    /**
     * Returns the position of a column in the primary key; -1 if it is not in the key, or if the key does not determine
     * how its value was written, so that the value is stored like those outside the key.
     */
    public int keyPosition(int column) {
        return keyPositions[column];
    }

    /** Returns the number of the column of this name; empty if there is none. */
    public OptionalInt find(String column) {
        for (int number = 0; number < columns.size(); number++) {
            if (columns.get(number).name().equals(column)) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Returns the number of the column of this name.
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

    /** Returns this table as rows are put back into it: with the numbers that they have, in any order. */
    public TableSchema refillable() {
        List<ColumnSchema> open = columns.stream()
                .map(column -> column.defaultValue() instanceof ColumnDefault.Generated generated
                        ? column.withDefault(generated.byDefault())
                        : column)
                .toList();
        List<ForeignKeySchema> late =
                foreignKeys.stream().map(ForeignKeySchema::deferred).toList();
        return new TableSchema(name, open, keys, late, checks, onCommit);
    }

    /** Returns what happens to a temporary table at the end of a transaction. */
    public OnCommit onCommit() {
        return onCommit;
    }

    /** Returns this table with something else to happen to it at the end of a transaction. */
    public TableSchema onCommit(OnCommit other) {
        return new TableSchema(name, columns, keys, foreignKeys, checks, other);
    }

    /** Returns this table with other columns. */
    public TableSchema withColumns(List<ColumnSchema> others) {
        return new TableSchema(name, others, keys, foreignKeys, checks, onCommit);
    }

    /** Returns this table under another name. */
    TableSchema named(String other) {
        return new TableSchema(other, columns, keys, foreignKeys, checks, onCommit);
    }

    /** Returns this table with foreign keys that refer to a table under its new name. */
    TableSchema referringTo(String target, String renamed) {
        return new TableSchema(
                name,
                columns,
                keys,
                foreignKeys.stream()
                        .map(key -> key.target().equals(target) ? key.named(key.name(), renamed) : key)
                        .toList(),
                checks,
                onCommit);
    }

    /** Returns this table with another name of a column in the texts of its unique indexes. */
    public TableSchema withColumnInKeys(String column, String renamed) {
        return new TableSchema(
                name,
                columns,
                keys.stream().map(key -> key.renamed(column, renamed)).toList(),
                foreignKeys,
                checks,
                onCommit);
    }

    /** Returns this table with another name of a constraint. */
    public TableSchema withConstraint(String constraint, String renamed) {
        return new TableSchema(
                name,
                columns,
                keys.stream()
                        .map(key -> key.name().equals(constraint) ? key.named(renamed) : key)
                        .toList(),
                foreignKeys.stream()
                        .map(key -> key.name().equals(constraint) ? key.named(renamed, key.target()) : key)
                        .toList(),
                checks.stream()
                        .map(check -> check.name().equals(constraint)
                                ? new CheckSchema(renamed, check.condition(), check.columns(), check.text())
                                : check)
                        .toList(),
                onCommit);
    }

    /** Returns the columns without those that are generated, as they have to be written; empty if none is generated. */
    public String copied() {
        return columns.stream().noneMatch(ColumnSchema::isGenerated)
                ? ""
                : columnNumbers().stream()
                        .map(columns::get)
                        .filter(column -> !column.isGenerated())
                        .map(column -> Identifiers.literal(column.name()))
                        .collect(Collectors.joining(", "));
    }

    /** Returns the columns whose values follow from that of a column. */
    public List<Integer> generatedFrom(int column) {
        return columnNumbers().stream()
                .filter(number -> columns.get(number).defaultValue() instanceof ColumnDefault.OfColumns generated
                        && generated.columns().contains(column))
                .toList();
    }

    /** Returns the numbers of the columns that were not dropped. */
    public List<Integer> columnNumbers() {
        return IntStream.range(0, columns.size())
                .filter(column -> !columns.get(column).isDropped())
                .boxed()
                .toList();
    }

    /** Returns this table with an additional key, whose entries are kept apart from those of others. */
    public TableSchema with(KeySchema key) {
        boolean isTaken = keys.stream().anyMatch(other -> other.stored().equals(key.stored()));
        return isTaken
                ? with(key.storedAs(key.stored() + "'"))
                : new TableSchema(name, columns, plus(keys, key), foreignKeys, checks, onCommit);
    }

    /** Returns this table with keys of a new column whose entries are apart from those of all keys that ever were. */
    public TableSchema withKeysApart(int column) {
        return new TableSchema(
                name,
                columns,
                keys.stream()
                        .map(key -> key.columns().contains(column) ? key.storedAs(key.name() + "#" + column) : key)
                        .toList(),
                foreignKeys,
                checks,
                onCommit);
    }

    /** Returns this table with an additional foreign key. */
    public TableSchema with(ForeignKeySchema foreignKey) {
        return new TableSchema(name, columns, keys, plus(foreignKeys, foreignKey), checks, onCommit);
    }

    /** Returns this table with an additional check. */
    public TableSchema with(CheckSchema check) {
        return new TableSchema(name, columns, keys, foreignKeys, plus(checks, check), onCommit);
    }

    /** Returns this table without the constraint of this name, which may be of any kind but a primary key. */
    public TableSchema without(String constraint) {
        return new TableSchema(
                name,
                columns,
                only(keys, key -> key.primary() || !key.name().equals(constraint)),
                only(foreignKeys, key -> !key.name().equals(constraint)),
                only(checks, check -> !check.name().equals(constraint)),
                onCommit);
    }

    private static <T> List<T> only(List<T> list, Predicate<T> kept) {
        return list.stream().filter(kept).toList();
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

package moirai.mockstore.sql.schema;

import java.util.List;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/**
 * A column of a table.
 *
 * @param stored the name under which the store keeps its values: that which it had at first, and no other column had
 * @param missing the value in rows that are older than the column
 */
public record ColumnSchema(
        String name, String stored, ColumnType type, boolean notNull, ColumnDefault defaultValue, Object missing) {

    /** The beginning of the names of dropped columns; PostgreSQL uses the same. */
    private static final String DROPPED = "........pg.dropped.";

    /** Creates a column that is as old as its table. */
    public ColumnSchema(String name, ColumnType type) {
        this(name, name, type, false, new ColumnDefault.None(), SqlNull.NULL);
    }

    /** Returns a value of the column, which may have been written when the column was of another type. */
    public Object typed(Object value) {
        return value == SqlNull.NULL || type.type().represents(value) ? value : converted(value);
    }

    private Object converted(Object value) {
        for (SqlType former : SqlType.values()) {
            if (former.represents(value)) {
                return Conversion.assign(value, former, type);
            }
        }
        throw new IllegalStateException(value + " in column " + name);
    }

    /**
     * Returns whether an index can find the rows that have a value: not if the value may be missing in the store, nor
     * if texts that differ may be equal.
     */
    public boolean isIndexable() {
        return missing == SqlNull.NULL
                && (type.foreign() == null || type.foreign().isEnum());
    }

    /** Returns whether the value always follows from other columns. */
    public boolean isGenerated() {
        return defaultValue instanceof ColumnDefault.OfColumns;
    }

    /** Returns whether the column was dropped: it keeps its number, under a name that nobody can mean. */
    public boolean isDropped() {
        return isDropped(name);
    }

    /** Returns whether a name is one of dropped columns. */
    public static boolean isDropped(String name) {
        return name.startsWith(DROPPED);
    }

    /** Returns this column as a dropped one. */
    public ColumnSchema dropped(int number) {
        return new ColumnSchema(DROPPED + number, stored, type, false, new ColumnDefault.None(), missing);
    }

    /** Returns this column under another name. */
    public ColumnSchema named(String other) {
        return new ColumnSchema(other, stored, type, notNull, defaultValue, missing);
    }

    /** Returns this column with values that are kept under a name of their own among those of others. */
    public ColumnSchema apartFrom(List<ColumnSchema> others) {
        String free = name;
        for (int number = 2; isStored(free, others); number++) {
            free = name + "#" + number;
        }
        return new ColumnSchema(name, free, type, notNull, defaultValue, missing);
    }

    private static boolean isStored(String candidate, List<ColumnSchema> others) {
        return others.stream().anyMatch(other -> other.stored.equals(candidate));
    }

    /** Returns this column with another type. */
    public ColumnSchema typed(ColumnType other) {
        return new ColumnSchema(name, stored, other, notNull, defaultValue, missing);
    }

    /** Returns this column with or without a NOT NULL constraint. */
    public ColumnSchema withNotNull(boolean refusesNull) {
        return new ColumnSchema(name, stored, type, refusesNull, defaultValue, missing);
    }

    /** Returns this column with another default. */
    public ColumnSchema withDefault(ColumnDefault other) {
        return new ColumnSchema(name, stored, type, notNull, other, missing);
    }

    /** Returns this column with another value in rows that are older than it. */
    public ColumnSchema withMissing(Object value) {
        return new ColumnSchema(name, stored, type, notNull, defaultValue, value);
    }
}

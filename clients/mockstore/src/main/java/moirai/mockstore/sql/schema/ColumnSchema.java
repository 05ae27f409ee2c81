package moirai.mockstore.sql.schema;

import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.SqlNull;

/**
 * A column of a table.
 *
 * @param missing the value in rows that are older than the column
 */
public record ColumnSchema(String name, ColumnType type, boolean notNull, ColumnDefault defaultValue, Object missing) {

    /** The beginning of the names of dropped columns; PostgreSQL uses the same. */
    private static final String DROPPED = "........pg.dropped.";

    /** Creates a column that is as old as its table. */
    public ColumnSchema(String name, ColumnType type) {
        this(name, type, false, new ColumnDefault.None(), SqlNull.NULL);
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
        return new ColumnSchema(DROPPED + number, type, false, new ColumnDefault.None(), missing);
    }

    /** Returns this column under another name. */
    public ColumnSchema named(String other) {
        return new ColumnSchema(other, type, notNull, defaultValue, missing);
    }

    /** Returns this column with another type. */
    public ColumnSchema typed(ColumnType other) {
        return new ColumnSchema(name, other, notNull, defaultValue, missing);
    }

    /** Returns this column with or without a NOT NULL constraint. */
    public ColumnSchema withNotNull(boolean refusesNull) {
        return new ColumnSchema(name, type, refusesNull, defaultValue, missing);
    }

    /** Returns this column with another default. */
    public ColumnSchema withDefault(ColumnDefault other) {
        return new ColumnSchema(name, type, notNull, other, missing);
    }

    /** Returns this column with another value in rows that are older than it. */
    public ColumnSchema withMissing(Object value) {
        return new ColumnSchema(name, type, notNull, defaultValue, value);
    }
}

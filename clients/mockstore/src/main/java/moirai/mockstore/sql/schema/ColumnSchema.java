package moirai.mockstore.sql.schema;

import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.SqlNull;

/**
 * A column of a table.
 *
 * @param missing the value in rows that are older than the column
 */
public record ColumnSchema(String name, ColumnType type, boolean notNull, ColumnDefault defaultValue, Object missing) {

    /** Creates a column that is as old as its table. */
    public ColumnSchema(String name, ColumnType type) {
        this(name, type, false, new ColumnDefault.None(), SqlNull.NULL);
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

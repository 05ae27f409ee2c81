package moirai.mockstore.sql.schema;

import moirai.mockstore.sql.types.ColumnType;

/** A column of a table. */
public record ColumnSchema(String name, ColumnType type, boolean notNull, ColumnDefault defaultValue) {

    /** The same column, which accepts null or not. */
    public ColumnSchema withNotNull(boolean refusesNull) {
        return new ColumnSchema(name, type, refusesNull, defaultValue);
    }

    /** The same column with another default. */
    public ColumnSchema withDefault(ColumnDefault other) {
        return new ColumnSchema(name, type, notNull, other);
    }
}

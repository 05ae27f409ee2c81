package moirai.mockstore.sql.types;

import moirai.mockstore.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * A type with its modifiers, as a column or a cast declares it.
 *
 * @param precision of a number in digits, length of a string in characters, digits of the fraction of a second; {@link
 *    #NONE} if not given
 * @param scale of a number in digits, may be negative; 0 where it has no meaning
 * @param foreign the type that the texts are of; null if they are texts
 */
public record ColumnType(
        SqlType type, int precision, int scale, @Nullable ForeignType foreign) {

    /** The precision of a type without modifiers. */
    public static final int NONE = -1;

    private static final int NUMERIC_PRECISION_MAX = 1000;
    private static final int STRING_LENGTH_MAX = 10_485_760;

    public ColumnType {
        switch (type) {
            case NUMERIC ->
                check(
                        precision == NONE || (precision >= 1 && precision <= NUMERIC_PRECISION_MAX),
                        "NUMERIC precision " + precision + " must be between 1 and " + NUMERIC_PRECISION_MAX);
            case VARCHAR, CHAR ->
                check(
                        precision == NONE || (precision >= 1 && precision <= STRING_LENGTH_MAX),
                        "length for type " + type.pgName() + " must be between 1 and " + STRING_LENGTH_MAX + ", not "
                                + precision);
            // PostgreSQL warns and takes 6 for a larger one.
            case TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> precision = Math.min(precision, 6);
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, TEXT, DATE, UUID, BYTEA, UNKNOWN ->
                check(precision == NONE, "type modifier is not allowed for type \"" + type.pgName() + "\"");
        }
    }

    public ColumnType(SqlType type, int precision, int scale) {
        this(type, precision, scale, null);
    }

    /** Returns a type that only PostgreSQL has. */
    public static ColumnType of(ForeignType foreign) {
        return new ColumnType(SqlType.TEXT, NONE, 0, foreign);
    }

    /** Returns the type without modifiers. */
    public static ColumnType of(SqlType type) {
        return new ColumnType(type, NONE, 0);
    }

    /** Returns {@code varchar(length)}. */
    public static ColumnType varchar(int length) {
        return new ColumnType(SqlType.VARCHAR, length, 0);
    }

    /** Returns {@code char(length)}. */
    public static ColumnType character(int length) {
        return new ColumnType(SqlType.CHAR, length, 0);
    }

    /** Returns {@code numeric(precision, scale)}. */
    public static ColumnType numeric(int precision, int scale) {
        return new ColumnType(SqlType.NUMERIC, precision, scale);
    }

    /** Returns PostgreSQL's number of the type. */
    public int oid() {
        return foreign == null ? type.oid() : foreign.oid();
    }

    public boolean hasModifiers() {
        return precision != NONE;
    }

    /** Returns the type as PostgreSQL's {@code format_type} writes it, such as {@code numeric(10,2)}. */
    public String describe() {
        if (foreign != null) {
            return foreign.name();
        }
        if (!hasModifiers()) {
            return type.sqlName();
        }
        return switch (type) {
            case NUMERIC -> "numeric(" + precision + "," + scale + ")";
            case TIME -> "time(" + precision + ") without time zone";
            case TIMESTAMP -> "timestamp(" + precision + ") without time zone";
            case TIMESTAMPTZ -> "timestamp(" + precision + ") with time zone";
            case VARCHAR, CHAR, INTERVAL -> type.sqlName() + "(" + precision + ")";
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, TEXT, DATE, UUID, BYTEA, UNKNOWN -> type.sqlName();
        };
    }

    private static void check(boolean valid, String message) {
        if (!valid) {
            throw new StoreException("22023", message);
        }
    }
}

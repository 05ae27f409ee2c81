package moirai.mockstore.jdbc.rows;

import moirai.mockstore.sql.types.SqlType;

/** The properties of a type in JDBC's metadata, besides its name. */
public final class TypeFacts {

    /** The size of a type without a limit in JDBC's metadata. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private TypeFacts() {}

    /** Returns the decimal digits of a number type, or the characters of any other type. */
    public static int precision(SqlType type) {
        return switch (type) {
            case BOOLEAN -> 1;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case BIGINT -> 19;
            case NUMERIC -> 0;
            case REAL -> 8;
            case DOUBLE -> 17;
            case TEXT, VARCHAR, CHAR, UNKNOWN, BYTEA -> UNLIMITED;
            case DATE -> 13;
            case TIME -> 15;
            case TIMESTAMP -> 29;
            case TIMESTAMPTZ -> 35;
            case UUID -> 36;
            case INTERVAL -> 49;
        };
    }

    /** Returns the greatest number of characters that a value needs. */
    public static int displaySize(SqlType type) {
        return switch (type) {
            case SMALLINT, INTEGER, BIGINT -> precision(type) + 1;
            // A sign, a point and an exponent.
            case REAL, DOUBLE -> precision(type) + 7;
            case NUMERIC -> 131_089;
            case BOOLEAN, TEXT, VARCHAR, CHAR, UNKNOWN, BYTEA, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL, UUID ->
                precision(type);
        };
    }
}

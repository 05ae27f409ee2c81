package moirai.mockstore.sql.types;

import moirai.mockstore.StoreException;

/** Creates PostgreSQL's errors for values, with its messages, so that clients which parse them understand. */
public final class TypeErrors {

    private TypeErrors() {}

    /** Returns the error for a number that the type cannot hold, SQLSTATE 22003. */
    public static StoreException outOfRange(SqlType type) {
        String name = type == SqlType.NUMERIC ? "value overflows numeric format" : type.sqlName() + " out of range";
        return new StoreException("22003", name);
    }

    /** Returns the error for a float operation that left the range, SQLSTATE 22003. */
    public static StoreException floatOverflow() {
        return new StoreException("22003", "value out of range: overflow");
    }

    /**
     * Returns the error for a float operation whose result is too small to be distinguished from zero, SQLSTATE 22003.
     */
    public static StoreException floatUnderflow() {
        return new StoreException("22003", "value out of range: underflow");
    }

    /** Returns the error for a text of a number beyond the type's range, SQLSTATE 22003. */
    public static StoreException outOfRange(String text, SqlType type) {
        return new StoreException("22003", "value \"" + text + "\" is out of range for type " + type.sqlName());
    }

    /**
     * Returns the error for a text that is no value of the type: SQLSTATE 22007 for dates and times, 22P02 for the
     * others.
     */
    public static StoreException invalidText(String text, SqlType type) {
        String message = "invalid input syntax for type " + type.sqlName() + ": \"" + text + "\"";
        return switch (type) {
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> new StoreException("22007", message);
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, NUMERIC, REAL, DOUBLE, TEXT, VARCHAR, CHAR, UUID, BYTEA, UNKNOWN ->
                new StoreException("22P02", message);
        };
    }

    /** Returns the error for a date with a field out of its range, such as a 13th month: SQLSTATE 22008. */
    public static StoreException fieldOutOfRange(String text) {
        return new StoreException("22008", "date/time field value out of range: \"" + text + "\"");
    }

    /** Returns the error for a date or time beyond what can be represented: SQLSTATE 22008. */
    public static StoreException dateOutOfRange(SqlType type) {
        String name = type == SqlType.TIMESTAMPTZ ? "timestamp" : type.pgName();
        return new StoreException("22008", name + " out of range");
    }

    static StoreException intervalOutOfRange(ArithmeticException cause) {
        var failure = new StoreException("22008", "interval out of range");
        failure.initCause(cause);
        return failure;
    }

    /** Returns the error for a division by zero, SQLSTATE 22012. */
    public static StoreException divisionByZero() {
        return new StoreException("22012", "division by zero");
    }

    /** Returns the error for a cast that does not exist: SQLSTATE 42846. */
    public static StoreException noCast(SqlType from, SqlType to) {
        return new StoreException("42846", "cannot cast type " + from.sqlName() + " to " + to.sqlName());
    }

    /**
     * Returns the error for a construct that PostgreSQL has and this store does not have: SQLSTATE 0A000, with the
     * construct's name.
     */
    public static StoreException unsupported(String construct) {
        return new StoreException("0A000", construct + " is not supported");
    }
}

package moirai.mockstore.sql.types;

import static moirai.mockstore.sql.types.SqlType.*;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The casts between types and where they apply, as in PostgreSQL's catalogs {@code pg_cast} and {@code pg_type}. Casts
 * between strings and the other types go through the text of a value and are in no table.
 */
public final class Casts {

    private static final Map<SqlType, Set<SqlType>> IMPLICIT = new EnumMap<>(SqlType.class);
    private static final Set<SqlType> TIMES = EnumSet.of(DATE, TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL);
    private static final Map<SqlType, Set<SqlType>> ASSIGNMENT = new EnumMap<>(SqlType.class);

    static {
        IMPLICIT.put(SMALLINT, EnumSet.of(INTEGER, BIGINT, NUMERIC, REAL, DOUBLE));
        IMPLICIT.put(INTEGER, EnumSet.of(BIGINT, NUMERIC, REAL, DOUBLE));
        IMPLICIT.put(BIGINT, EnumSet.of(NUMERIC, REAL, DOUBLE));
        IMPLICIT.put(NUMERIC, EnumSet.of(REAL, DOUBLE));
        IMPLICIT.put(REAL, EnumSet.of(DOUBLE));
        IMPLICIT.put(TEXT, EnumSet.of(VARCHAR, CHAR));
        IMPLICIT.put(VARCHAR, EnumSet.of(TEXT, CHAR));
        IMPLICIT.put(CHAR, EnumSet.of(TEXT, VARCHAR));
        IMPLICIT.put(DATE, EnumSet.of(TIMESTAMP, TIMESTAMPTZ));
        IMPLICIT.put(TIMESTAMP, EnumSet.of(TIMESTAMPTZ));
        IMPLICIT.put(TIME, EnumSet.of(INTERVAL));
        ASSIGNMENT.put(INTEGER, EnumSet.of(SMALLINT));
        ASSIGNMENT.put(BIGINT, EnumSet.of(SMALLINT, INTEGER));
        ASSIGNMENT.put(NUMERIC, EnumSet.of(SMALLINT, INTEGER, BIGINT));
        ASSIGNMENT.put(REAL, EnumSet.of(SMALLINT, INTEGER, BIGINT, NUMERIC));
        ASSIGNMENT.put(DOUBLE, EnumSet.of(SMALLINT, INTEGER, BIGINT, NUMERIC, REAL));
        ASSIGNMENT.put(TIMESTAMP, EnumSet.of(DATE, TIME));
        ASSIGNMENT.put(TIMESTAMPTZ, EnumSet.of(DATE, TIME, TIMESTAMP));
        ASSIGNMENT.put(INTERVAL, EnumSet.of(TIME));
    }

    private Casts() {}

    /** The categories of types; the choice of a function prefers some types over others of their category. */
    public enum Category {
        BOOLEAN,
        NUMERIC,
        STRING,
        DATE_TIME,
        TIMESPAN,
        OTHER,
        UNKNOWN
    }

    public static Category category(SqlType type) {
        return switch (type) {
            case BOOLEAN -> Category.BOOLEAN;
            case SMALLINT, INTEGER, BIGINT, NUMERIC, REAL, DOUBLE -> Category.NUMERIC;
            case TEXT, VARCHAR, CHAR -> Category.STRING;
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> Category.DATE_TIME;
            case INTERVAL -> Category.TIMESPAN;
            case UUID, BYTEA -> Category.OTHER;
            case UNKNOWN -> Category.UNKNOWN;
        };
    }

    /** Returns whether the type is its category's preferred type. */
    public static boolean isPreferred(SqlType type) {
        return switch (type) {
            case BOOLEAN, DOUBLE, TEXT, TIMESTAMPTZ, INTERVAL -> true;
            case SMALLINT, INTEGER, BIGINT, NUMERIC, REAL, VARCHAR, CHAR, DATE, TIME, TIMESTAMP, UUID, BYTEA, UNKNOWN ->
                false;
        };
    }

    /** Returns whether a conversion depends on the time zone or another setting of the session. */
    public static boolean isStable(SqlType from, SqlType to) {
        boolean isOfTime = isOfTime(from) || isOfTime(to);
        boolean isOfText = isString(from) || isString(to);
        boolean isOfZone = (from == TIMESTAMPTZ) != (to == TIMESTAMPTZ);
        return from != UNKNOWN && isOfTime && (isOfZone || (isOfText && !(from == TIME && isString(to))));
    }

    /** Returns whether values of a type are times or spans of time. */
    public static boolean isOfTime(SqlType type) {
        return TIMES.contains(type);
    }

    public static boolean isString(SqlType type) {
        return category(type) == Category.STRING;
    }

    public static boolean isNumeric(SqlType type) {
        return category(type) == Category.NUMERIC;
    }

    /** Returns whether a value is converted to the other type wherever an expression requires it. */
    public static boolean isImplicit(SqlType from, SqlType to) {
        return from == to
                || from == UNKNOWN
                || IMPLICIT.getOrDefault(from, Set.of()).contains(to);
    }

    /** Returns whether a value is converted to the other type when it is stored in a column. */
    public static boolean isAssignable(SqlType from, SqlType to) {
        return isImplicit(from, to) || ASSIGNMENT.getOrDefault(from, Set.of()).contains(to) || isString(to);
    }

    /** Returns whether a statement may explicitly convert a value to the other type. */
    public static boolean isExplicit(SqlType from, SqlType to) {
        return isAssignable(from, to)
                || isString(from)
                || (from == BOOLEAN && to == INTEGER)
                || (from == INTEGER && to == BOOLEAN);
    }
}

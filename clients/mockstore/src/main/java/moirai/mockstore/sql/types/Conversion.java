package moirai.mockstore.sql.types;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import moirai.mockstore.sql.time.InfiniteTimes;
import moirai.mockstore.sql.time.SessionZone;

/** Converts values from one type to another, as PostgreSQL's casts do. Null stays null. */
public final class Conversion {

    private Conversion() {}

    /**
     * Returns the value of a column after INSERT or UPDATE has assigned a value to it.
     *
     * @throws moirai.mockstore.StoreException if there is no such assignment (SQLSTATE 42804), or the value does not
     *    fit: 22001 for strings, 22003 for numbers, and those of {@link TextFormat#read} for an unknown's text
     */
    public static Object assign(Object value, SqlType from, ColumnType to) {
        if (!Casts.isAssignable(from, to.type())) {
            throw new moirai.mockstore.StoreException(
                    "42804",
                    "column is of type " + to.type().sqlName() + " but expression is of type " + from.sqlName());
        }
        return value == SqlNull.NULL ? value : Modifiers.assign(convert(value, from, to.type()), to);
    }

    /**
     * Returns {@code CAST(value AS to)}; a string that is too long loses its end.
     *
     * @throws moirai.mockstore.StoreException if there is no such cast (SQLSTATE 42846), or the value has no
     *    counterpart
     */
    public static Object cast(Object value, SqlType from, ColumnType to) {
        if (!Casts.isExplicit(from, to.type())) {
            throw TypeErrors.noCast(from, to.type());
        }
        return value == SqlNull.NULL ? value : Modifiers.cast(convert(value, from, to.type()), to);
    }

    /**
     * Returns the value converted to another type, without any modifiers; the cast must exist.
     *
     * @throws moirai.mockstore.StoreException if the value has no counterpart
     */
    public static Object convert(Object value, SqlType from, SqlType to) {
        if (value == SqlNull.NULL || from == to) {
            return value;
        }
        if (Casts.isString(to) || to == SqlType.UNKNOWN) {
            return toText(value, from);
        }
        if (from == SqlType.UNKNOWN || Casts.isString(from)) {
            return TextFormat.read((String) value, to);
        }
        return switch (to) {
            case BOOLEAN -> (Integer) value != 0;
            case SMALLINT, INTEGER, BIGINT -> toInteger(value, from, to);
            case NUMERIC -> toNumeric(value, from);
            case REAL -> toReal(value, from);
            case DOUBLE -> toDouble(value);
            case DATE -> toLocal(value).toLocalDate();
            case TIME -> toTime(value);
            case TIMESTAMP -> toLocal(value);
            case TIMESTAMPTZ -> SessionZone.moment(toLocal(value));
            case INTERVAL -> new Interval(0, 0, ((LocalTime) value).toNanoOfDay() / 1000);
            case UUID, BYTEA, TEXT, VARCHAR, CHAR, UNKNOWN -> throw TypeErrors.noCast(from, to);
        };
    }

    /** Returns the text of a value as a cast gives it: a char without its padding, a boolean as a word. */
    private static String toText(Object value, SqlType from) {
        if (from == SqlType.CHAR) {
            return Modifiers.withoutPadding((String) value);
        }
        return from == SqlType.BOOLEAN ? value.toString() : TextFormat.write(value, from);
    }

    private static Object toInteger(Object value, SqlType from, SqlType to) {
        BigDecimal exact = switch (value) {
            case Boolean truth -> truth ? BigDecimal.ONE : BigDecimal.ZERO;
            case Integer number -> BigDecimal.valueOf(number);
            case Long number -> BigDecimal.valueOf(number);
            case BigDecimal number -> number.setScale(0, RoundingMode.HALF_UP);
            // Floats round to even, numerics away from zero.
            case Float number when Float.isFinite(number) -> new BigDecimal(Math.rint(number));
            case Double number when Double.isFinite(number) -> new BigDecimal(Math.rint(number));
            case Float number -> throw TypeErrors.outOfRange(to);
            case Double number -> throw TypeErrors.outOfRange(to);
            default -> throw TypeErrors.noCast(from, to);
        };
        long min = to == SqlType.BIGINT ? Long.MIN_VALUE : to == SqlType.INTEGER ? Integer.MIN_VALUE : Short.MIN_VALUE;
        long max = to == SqlType.BIGINT ? Long.MAX_VALUE : to == SqlType.INTEGER ? Integer.MAX_VALUE : Short.MAX_VALUE;
        if (exact.compareTo(BigDecimal.valueOf(min)) < 0 || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw TypeErrors.outOfRange(to);
        }
        if (to == SqlType.BIGINT) {
            return exact.longValueExact();
        }
        return exact.intValueExact();
    }

    private static BigDecimal toNumeric(Object value, SqlType from) {
        return switch (value) {
            case Integer number -> BigDecimal.valueOf(number);
            case Long number -> BigDecimal.valueOf(number);
            case Float number -> Numerics.ofFloat(number, 6);
            case Double number -> Numerics.ofFloat(number, 15);
            default -> throw TypeErrors.noCast(from, SqlType.NUMERIC);
        };
    }

    private static double toDouble(Object value) {
        double converted = ((Number) value).doubleValue();
        if (Double.isInfinite(converted) && value instanceof BigDecimal) {
            throw new moirai.mockstore.StoreException(
                    "22003", "\"" + value + "\" is out of range for type double precision");
        }
        return converted;
    }

    private static float toReal(Object value, SqlType from) {
        float converted = ((Number) value).floatValue();
        boolean infinite = from == SqlType.DOUBLE && Double.isInfinite((Double) value);
        if (Float.isInfinite(converted) && !infinite) {
            throw TypeErrors.floatOverflow();
        }
        if (converted == 0 && ((Number) value).doubleValue() != 0) {
            throw TypeErrors.floatUnderflow();
        }
        return converted;
    }

    /** Returns a date or timestamp as a timestamp without a zone: in that of the session. */
    public static LocalDateTime toLocal(Object value) {
        return switch (value) {
            case LocalDate date ->
                InfiniteTimes.is(date) ? InfiniteTimes.timestamp(InfiniteTimes.isLast(date)) : date.atStartOfDay();
            case LocalDateTime timestamp -> timestamp;
            case OffsetDateTime timestamp -> SessionZone.local(timestamp);
            default -> throw new IllegalStateException("not a date: " + value);
        };
    }

    private static Object toTime(Object value) {
        if (InfiniteTimes.is(value)) {
            return SqlNull.NULL;
        }
        return value instanceof Interval interval
                ? LocalTime.ofNanoOfDay(Math.floorMod(interval.micros(), Interval.MICROS_PER_DAY) * 1000)
                : toLocal(value).toLocalTime();
    }
}

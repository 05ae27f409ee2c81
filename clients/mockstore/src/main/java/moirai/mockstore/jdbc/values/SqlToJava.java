package moirai.mockstore.jdbc.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.time.InfiniteTimes;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.Interval;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TextFormat;
import org.jspecify.annotations.Nullable;

/** Converts a cell of a row to Java's classes. SQL's null becomes null in all of them. */
public final class SqlToJava {

    /** The classes of integers, each with a conversion that fails with an ArithmeticException beyond its range. */
    private static final Map<Class<?>, Function<BigInteger, Object>> INTEGRAL = Map.of(
            Long.class, BigInteger::longValueExact,
            Integer.class, BigInteger::intValueExact,
            Short.class, BigInteger::shortValueExact,
            Byte.class, BigInteger::byteValueExact,
            BigInteger.class, whole -> whole);

    private static final Map<Class<?>, Function<OffsetDateTime, Object>> MOMENTS = Map.of(
            OffsetDateTime.class,
            time -> time,
            Instant.class,
            OffsetDateTime::toInstant,
            ZonedDateTime.class,
            OffsetDateTime::toZonedDateTime,
            java.util.Date.class,
            time -> java.util.Date.from(time.toInstant()));

    private SqlToJava() {}

    /** Returns the result of {@code getObject}, of the class that pgjdbc returns, which libraries know. */
    public static @Nullable Object object(Object value) throws SQLException {
        return switch (value) {
            case SqlNull none -> null;
            case LocalDate date -> date(date);
            case LocalTime time -> time(time);
            case LocalDateTime time -> timestamp(time);
            case OffsetDateTime time ->
                InfiniteTimes.is(time) ? timestamp(time.toLocalDateTime()) : Timestamp.from(time.toInstant());
            case Bytes bytes -> bytes.toArray();
            case Interval interval -> interval.toString();
            default -> value;
        };
    }

    /** Returns the class of the result of {@link #object}. */
    public static Class<?> classOf(SqlType type) {
        return switch (type) {
            case BOOLEAN -> Boolean.class;
            case SMALLINT, INTEGER -> Integer.class;
            case BIGINT -> Long.class;
            case NUMERIC -> BigDecimal.class;
            case REAL -> Float.class;
            case DOUBLE -> Double.class;
            case TEXT, VARCHAR, CHAR, INTERVAL, UNKNOWN -> String.class;
            case DATE -> Date.class;
            case TIME -> Time.class;
            case TIMESTAMP, TIMESTAMPTZ -> Timestamp.class;
            case UUID -> UUID.class;
            case BYTEA -> byte[].class;
        };
    }

    /**
     * Returns the value as an instance of this class.
     *
     * @throws SQLException if there is no conversion (SQLSTATE 07006), or the value is too large for the class (22003)
     */
    public static @Nullable Object as(Class<?> wanted, SqlType type, Object value) throws SQLException {
        if (value == SqlNull.NULL) {
            return null;
        }
        if (wanted == String.class) {
            return text(type, value);
        }
        if (wanted == Object.class) {
            return object(value);
        }
        if (Number.class.isAssignableFrom(wanted)) {
            return number(wanted, value);
        }
        if (wanted == Boolean.class) {
            return bool(value);
        }
        if (wanted == byte[].class && value instanceof Bytes bytes) {
            return bytes.toArray();
        }
        if (wanted == UUID.class && (value instanceof UUID || value instanceof String)) {
            return uuid(value);
        }
        return inTime(wanted, value);
    }

    /** Returns the value as PostgreSQL writes it. */
    public static String text(SqlType type, Object value) {
        return TextFormat.write(value, type);
    }

    private static Object uuid(Object value) throws SQLException {
        try {
            return value instanceof UUID ? value : UUID.fromString(value.toString());
        } catch (IllegalArgumentException e) {
            throw no(value, UUID.class);
        }
    }

    private static boolean bool(Object value) throws SQLException {
        return switch (value) {
            case Boolean truth -> truth;
            case Number number when number.doubleValue() == 1 -> true;
            case Number number when number.doubleValue() == 0 -> false;
            case String text ->
                switch (text.strip().toLowerCase(Locale.ROOT)) {
                    case "t", "true", "1", "y", "yes", "on" -> true;
                    case "f", "false", "0", "n", "no", "off" -> false;
                    default -> throw no(value, Boolean.class);
                };
            default -> throw no(value, Boolean.class);
        };
    }

    private static Object number(Class<?> wanted, Object value) throws SQLException {
        if (wanted.isInstance(value)) {
            return value;
        }
        if (wanted == Double.class) {
            return value instanceof Float ? Double.valueOf(value.toString()) : binary(value, wanted);
        }
        if (wanted == Float.class) {
            return (float) binary(value, wanted);
        }
        BigDecimal decimal = decimal(value, wanted);
        try {
            return integral(wanted, decimal);
        } catch (ArithmeticException e) {
            throw new SQLException(value + " is out of range for " + wanted.getSimpleName(), "22003", e);
        }
    }

    private static Object integral(Class<?> wanted, BigDecimal decimal) throws SQLException {
        if (wanted == BigDecimal.class) {
            return decimal;
        }
        var exact = INTEGRAL.get(wanted);
        if (exact == null) {
            throw no(decimal, wanted);
        }
        // Like pgjdbc, cut off what is behind the point.
        return exact.apply(decimal.toBigInteger());
    }

    private static double binary(Object value, Class<?> wanted) throws SQLException {
        return switch (value) {
            case Number number -> number.doubleValue();
            case Boolean truth -> truth ? 1 : 0;
            case String text -> {
                try {
                    yield Double.parseDouble(text.strip());
                } catch (NumberFormatException e) {
                    throw no(value, wanted);
                }
            }
            default -> throw no(value, wanted);
        };
    }

    private static BigDecimal decimal(Object value, Class<?> wanted) throws SQLException {
        try {
            return switch (value) {
                case BigDecimal number -> number;
                case Boolean truth -> BigDecimal.valueOf(truth ? 1 : 0);
                case Number number -> new BigDecimal(number.toString());
                case String text -> new BigDecimal(text.strip());
                default -> throw no(value, wanted);
            };
        } catch (NumberFormatException e) {
            throw no(value, wanted);
        }
    }

    private static Object inTime(Class<?> wanted, Object value) throws SQLException {
        if (wanted == LocalDate.class || wanted == Date.class) {
            var date = (LocalDate) Fit.to(SqlType.DATE, read(value, SqlType.DATE));
            return wanted == Date.class ? date(date) : date;
        }
        if (wanted == LocalTime.class || wanted == Time.class) {
            var time = (LocalTime) Fit.to(SqlType.TIME, read(value, SqlType.TIME));
            return wanted == Time.class ? time(time) : time;
        }
        if (wanted == LocalDateTime.class || wanted == Timestamp.class) {
            var time = (LocalDateTime) Fit.to(SqlType.TIMESTAMP, read(value, SqlType.TIMESTAMP));
            return wanted == Timestamp.class ? timestamp(time) : time;
        }
        return atInstant(wanted, (OffsetDateTime) Fit.to(SqlType.TIMESTAMPTZ, read(value, SqlType.TIMESTAMPTZ)));
    }

    /** Returns a text parsed as a value of a type; returns any other value unchanged. */
    private static Object read(Object value, SqlType type) {
        return value instanceof String text ? TextFormat.read(text, type) : value;
    }

    private static Object atInstant(Class<?> wanted, OffsetDateTime time) throws SQLException {
        var converted = MOMENTS.get(wanted);
        if (converted == null) {
            throw no(time, wanted);
        }
        return converted.apply(time);
    }

    /** Returns a date; one that is infinite as pgjdbc has it. */
    private static Date date(LocalDate date) {
        return InfiniteTimes.is(date) ? new Date(InfiniteMillis.of(InfiniteTimes.isLast(date))) : Date.valueOf(date);
    }

    private static Timestamp timestamp(LocalDateTime time) {
        return InfiniteTimes.is(time)
                ? new Timestamp(InfiniteMillis.of(InfiniteTimes.isLast(time)))
                : Timestamp.valueOf(time);
    }

    /**
     * Returns the time on the first day of 1970, like pgjdbc, with milliseconds, which {@link Time#valueOf} would drop.
     */
    private static Time time(LocalTime time) {
        return new Time(LocalDate.EPOCH
                .atTime(time)
                .atZone(ZoneId.systemDefault())
                .toInstant()
                .toEpochMilli());
    }

    private static SQLException no(Object value, Class<?> wanted) {
        return SqlErrors.of(SqlErrors.NO_CONVERSION, "'" + value + "' cannot be returned as " + wanted.getSimpleName());
    }
}

package moirai.mockstore.jdbc.values;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.UUID;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.time.InfiniteTimes;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.SqlArray;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * Converts the value of a parameter to SQL without regard to its place in the statement; {@link Fit} converts it to the
 * type that the place requires.
 */
public final class JavaToSql {

    private JavaToSql() {}

    /**
     * Returns the value as {@link moirai.mockstore.sql.types.SqlType} represents it.
     *
     * @throws SQLException if the class has no counterpart (SQLSTATE 07006)
     */
    public static Object value(@Nullable Object given) throws SQLException {
        return switch (given) {
            case null -> SqlNull.NULL;
            case Boolean value -> value;
            case Byte value -> value.intValue();
            case Short value -> value.intValue();
            case Integer value -> value;
            case Long value -> value;
            case Float value -> value;
            case Double value -> value;
            case BigDecimal value -> value;
            case BigInteger value -> new BigDecimal(value);
            case Character value -> value.toString();
            case String value -> value;
            case UUID value -> value;
            case byte[] value -> new Bytes(value);
            case InputStream value -> new Bytes(Streams.read(value, Integer.MAX_VALUE));
            case Reader value -> Streams.read(value, Long.MAX_VALUE);
            case java.sql.Array value -> ArrayPart.value(value);
            default -> time(given);
        };
    }

    @SuppressWarnings("JavaUtilDate") // A date of SQL has no other number.
    private static Object infinite(java.util.Date value) {
        LocalDateTime time = InfiniteTimes.timestamp(value.getTime() > 0);
        return value instanceof Date ? time.toLocalDate() : time;
    }

    @SuppressWarnings("JavaUtilDate") // A date of SQL has no other number.
    private static Object time(Object given) throws SQLException {
        return switch (given) {
            case java.util.Date value when InfiniteMillis.isOne(value.getTime()) -> infinite(value);
            case OffsetDateTime value
            when value.equals(OffsetDateTime.MAX) || value.equals(OffsetDateTime.MIN) ->
                InfiniteTimes.moment(value.getYear() > 0);
            case Date value -> value.toLocalDate();
            // Its toLocalTime drops the milliseconds.
            case Time value ->
                Instant.ofEpochMilli(value.getTime())
                        .atZone(ZoneId.systemDefault())
                        .toLocalTime();
            case Timestamp value -> value.toLocalDateTime();
            case java.util.Date value -> LocalDateTime.ofInstant(value.toInstant(), ZoneId.systemDefault());
            case Calendar value -> value.toInstant().atOffset(ZoneOffset.UTC);
            case LocalDate value -> value;
            case LocalTime value -> value;
            case LocalDateTime value -> value;
            case OffsetDateTime value -> value.withOffsetSameInstant(ZoneOffset.UTC);
            case ZonedDateTime value -> value.toInstant().atOffset(ZoneOffset.UTC);
            case Instant value -> value.atOffset(ZoneOffset.UTC);
            default -> {
                if (given.getClass().isArray()) {
                    throw SqlErrors.notSupported(
                            "a Java array as a parameter, other than of Connection.createArrayOf,");
                }
                throw SqlErrors.of(
                        SqlErrors.NO_CONVERSION,
                        "a parameter of " + given.getClass().getName()
                                + "; give a String, a number, a Boolean, a UUID, byte[] or a date or time");
            }
        };
    }

    /**
     * Returns the value as one of JDBC's types.
     *
     * @param jdbcType one of {@link Types}; a type that is not listed below leaves the value as it is
     */
    public static Object value(@Nullable Object given, int jdbcType) throws SQLException {
        Object value = value(given);
        if (value == SqlNull.NULL || (value instanceof SqlArray && jdbcType == Types.ARRAY)) {
            return value;
        }
        return switch (jdbcType) {
            case Types.BIT, Types.BOOLEAN -> Fit.to(SqlType.BOOLEAN, value);
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Fit.to(SqlType.INTEGER, value);
            case Types.BIGINT -> Fit.to(SqlType.BIGINT, value);
            case Types.NUMERIC, Types.DECIMAL -> Fit.to(SqlType.NUMERIC, value);
            case Types.REAL -> Fit.to(SqlType.REAL, value);
            case Types.FLOAT, Types.DOUBLE -> Fit.to(SqlType.DOUBLE, value);
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR ->
                Fit.to(SqlType.TEXT, value);
            case Types.DATE -> Fit.to(SqlType.DATE, value);
            case Types.TIME -> Fit.to(SqlType.TIME, value);
            case Types.TIMESTAMP -> Fit.to(SqlType.TIMESTAMP, value);
            case Types.TIMESTAMP_WITH_TIMEZONE -> Fit.to(SqlType.TIMESTAMPTZ, value);
            case Types.CLOB, Types.BLOB, Types.ARRAY, Types.STRUCT, Types.REF, Types.SQLXML, Types.ROWID ->
                throw SqlErrors.notSupported("a parameter of the type of number " + jdbcType + " in java.sql.Types");
            default -> value;
        };
    }
}

package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.time.InfiniteTimes;
import moirai.mockstore.sql.time.SessionZone;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;

/** Functions that extract parts of dates and times. */
final class TimeFunctions {

    private TimeFunctions() {}

    static void define(Functions functions) {
        for (SqlType type : new SqlType[] {DATE, TIMESTAMP, TIMESTAMPTZ}) {
            functions.add("extract", NUMERIC, TEXT, type, (String field, Object time) -> field(field, time, type));
            functions.add(
                    "date",
                    DATE,
                    type,
                    (Object time) -> Conversion.toLocal(time).toLocalDate());
            // There is no date_part of a date: the date becomes a timestamp.
            SqlType converted = type == DATE ? TIMESTAMP : type;
            functions.add(
                    "date_part",
                    DOUBLE,
                    TEXT,
                    type,
                    (String field, Object time) -> InfiniteTimes.is(time)
                            ? infinite(field, time, converted)
                            : extract(field, time, converted).doubleValue());
        }
        functions.add("extract", NUMERIC, TEXT, TIME, TimeFunctions::timeField);
        functions.add("extract", NUMERIC, Functions.refusing("a field of an interval"), TEXT, INTERVAL);
        functions.add("date_trunc", TIMESTAMP, TEXT, TIMESTAMP, TimeFunctions::truncated);
        functions.add(
                "date_trunc",
                TIMESTAMPTZ,
                TEXT,
                TIMESTAMPTZ,
                (String field, Object time) -> SessionZone.moment(truncated(field, Conversion.toLocal(time))));
        Zones.define(functions);
        functions.add("date_trunc", INTERVAL, Functions.refusing("a field of an interval"), TEXT, INTERVAL);
        for (SqlType type : new SqlType[] {TIMESTAMP, TIMESTAMPTZ}) {
            functions.add(
                    "to_char",
                    TEXT,
                    type,
                    TEXT,
                    (Object time, String pattern) -> InfiniteTimes.is(time)
                            ? SqlNull.NULL
                            : TimePatterns.format(Conversion.toLocal(time), pattern));
        }
        for (SqlType type : new SqlType[] {INTEGER, BIGINT, NUMERIC, REAL, DOUBLE, INTERVAL}) {
            functions.add("to_char", TEXT, Functions.refusing("to_char() of other than timestamps"), type, TEXT);
        }
    }

    private static Object field(String field, Object value, SqlType type) {
        if (!InfiniteTimes.is(value)) {
            return extract(field, value, type);
        }
        Object infinite = infinite(field, value, type);
        if (infinite != SqlNull.NULL) {
            throw TypeErrors.unsupported("an infinite number of type numeric");
        }
        return infinite;
    }

    /** Returns a field of an infinite time: infinite if it only grows with time, and else unknown. */
    private static Object infinite(String field, Object value, SqlType type) {
        return switch (unit(field)) {
            case "year", "isoyear", "epoch", "decade", "century", "millennium", "julian" ->
                InfiniteTimes.isLast(value) ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            default -> {
                // It has to be a field.
                extract(field, type == DATE ? LocalDate.EPOCH : LocalDate.EPOCH.atStartOfDay(), type);
                yield SqlNull.NULL;
            }
        };
    }

    private static BigDecimal extract(String field, Object value, SqlType type) {
        LocalDateTime time = Conversion.toLocal(value);
        LocalDate date = time.toLocalDate();
        String name = unit(field);
        return switch (name) {
            case "year" -> BigDecimal.valueOf(date.getYear() > 0 ? date.getYear() : date.getYear() - 1);
            case "month" -> BigDecimal.valueOf(date.getMonthValue());
            case "day" -> BigDecimal.valueOf(date.getDayOfMonth());
            case "quarter" -> BigDecimal.valueOf(date.get(IsoFields.QUARTER_OF_YEAR));
            case "week" -> BigDecimal.valueOf(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            case "isoyear" -> BigDecimal.valueOf(date.get(IsoFields.WEEK_BASED_YEAR));
            case "dow" -> BigDecimal.valueOf(date.getDayOfWeek().getValue() % 7);
            case "isodow" -> BigDecimal.valueOf(date.getDayOfWeek().getValue());
            case "doy" -> BigDecimal.valueOf(date.getDayOfYear());
            case "epoch" ->
                epoch(
                        value instanceof OffsetDateTime moment
                                ? moment.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
                                : time,
                        type);
            case "decade", "century", "millennium", "julian", "timezone", "timezone_hour", "timezone_minute" ->
                throw TypeErrors.unsupported("the field " + name);
            default -> {
                if (type == DATE) {
                    throw isTimeUnit(name)
                            ? new StoreException("0A000", "unit \"" + field + "\" not supported for type date")
                            : unknown(field, type);
                }
                yield timeField(field, time.toLocalTime());
            }
        };
    }

    /** Returns the seconds since 1970; a whole number for a date. */
    private static BigDecimal epoch(LocalDateTime time, SqlType type) {
        long seconds = time.toEpochSecond(ZoneOffset.UTC);
        return type == DATE
                ? BigDecimal.valueOf(seconds)
                : BigDecimal.valueOf(seconds)
                        .add(BigDecimal.valueOf(time.get(ChronoField.MICRO_OF_SECOND), 6))
                        .setScale(6);
    }

    private static boolean isTimeUnit(String name) {
        return switch (name) {
            case "hour", "minute", "second", "milliseconds", "microseconds" -> true;
            default -> false;
        };
    }

    private static BigDecimal timeField(String field, LocalTime time) {
        long micros = time.getSecond() * 1_000_000L + time.getNano() / 1000;
        return switch (unit(field)) {
            case "hour" -> BigDecimal.valueOf(time.getHour());
            case "minute" -> BigDecimal.valueOf(time.getMinute());
            case "second" -> BigDecimal.valueOf(micros, 6);
            case "milliseconds" -> BigDecimal.valueOf(micros, 3);
            case "microseconds" -> BigDecimal.valueOf(micros);
            case "epoch" -> BigDecimal.valueOf(time.toNanoOfDay() / 1000, 6);
            default -> throw unknown(field, TIMESTAMP);
        };
    }

    private static StoreException unknown(String field, SqlType type) {
        return new StoreException("22023", "unit \"" + field + "\" not recognized for type " + type.sqlName());
    }

    /** Returns the singular name of a unit, which may be written in several ways. */
    private static String unit(String field) {
        String name = field.toLowerCase(Locale.ROOT);
        return switch (name) {
            case "years", "y", "yr", "yrs" -> "year";
            case "months", "mon", "mons" -> "month";
            case "days", "d" -> "day";
            case "hours", "h", "hr", "hrs" -> "hour";
            case "minutes", "m", "min", "mins" -> "minute";
            case "seconds", "s", "sec", "secs" -> "second";
            case "weeks", "w" -> "week";
            case "millisecond", "ms", "msec", "msecs" -> "milliseconds";
            case "microsecond", "us", "usec", "usecs" -> "microseconds";
            case "qtr" -> "quarter";
            case "decades", "dec", "decs" -> "decade";
            case "centuries", "cent", "c" -> "century";
            case "millennia", "mil", "mils" -> "millennium";
            default -> name;
        };
    }

    private static LocalDateTime truncated(String field, LocalDateTime time) {
        if (InfiniteTimes.is(time)) {
            // It has to be a unit.
            truncated(field, LocalDate.EPOCH.atStartOfDay());
            return time;
        }
        LocalDate date = time.toLocalDate();
        return switch (unit(field)) {
            case "microseconds" -> time;
            case "milliseconds" -> time.truncatedTo(ChronoUnit.MILLIS);
            case "second" -> time.truncatedTo(ChronoUnit.SECONDS);
            case "minute" -> time.truncatedTo(ChronoUnit.MINUTES);
            case "hour" -> time.truncatedTo(ChronoUnit.HOURS);
            case "day" -> date.atStartOfDay();
            case "week" ->
                date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).atStartOfDay();
            case "month" -> date.withDayOfMonth(1).atStartOfDay();
            case "quarter" ->
                date.withDayOfMonth(1)
                        .withMonth(date.getMonth().firstMonthOfQuarter().getValue())
                        .atStartOfDay();
            case "year" -> date.withDayOfYear(1).atStartOfDay();
            case "decade", "century", "millennium" -> throw TypeErrors.unsupported("date_trunc('" + field + "')");
            default -> throw unknown(field, TIMESTAMP);
        };
    }
}

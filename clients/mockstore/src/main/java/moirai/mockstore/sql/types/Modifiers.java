package moirai.mockstore.sql.types;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.time.InfiniteTimes;

/** Adapts values of the right type to the type's modifiers. */
final class Modifiers {

    private static final int DATE_TIME_DIGITS = 6;

    private Modifiers() {}

    static Object cast(Object value, ColumnType to) {
        boolean isLimited = to.hasModifiers() && (to.type() == SqlType.VARCHAR || to.type() == SqlType.CHAR);
        return assign(isLimited ? cut((String) value, to.precision()) : value, to);
    }

    static Object assign(Object value, ColumnType to) {
        if (!to.hasModifiers()) {
            return value;
        }
        return switch (to.type()) {
            case NUMERIC -> fit((BigDecimal) value, to);
            case VARCHAR -> fit((String) value, to);
            case CHAR -> pad(fit((String) value, to), to.precision());
            case TIME -> round((LocalTime) value, to.precision());
            case TIMESTAMP -> round((LocalDateTime) value, to.precision());
            case TIMESTAMPTZ -> {
                var timestamp = (OffsetDateTime) value;
                yield round(timestamp.toLocalDateTime(), to.precision()).atOffset(timestamp.getOffset());
            }
            case INTERVAL -> round((Interval) value, to.precision());
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, TEXT, DATE, UUID, BYTEA, UNKNOWN -> value;
        };
    }

    private static BigDecimal fit(BigDecimal value, ColumnType to) {
        BigDecimal rounded = value.setScale(to.scale(), RoundingMode.HALF_UP);
        if (rounded.signum() != 0 && rounded.precision() > to.precision()) {
            int whole = to.precision() - to.scale();
            throw new StoreException(
                    "22003",
                    "numeric field overflow: a field with precision " + to.precision() + ", scale " + to.scale()
                            + " must round to an absolute value less than " + (whole == 0 ? "1" : "10^" + whole)
                            + ", not " + value.toPlainString());
        }
        return to.scale() < 0 ? rounded.setScale(0) : rounded;
    }

    /** Returns a string that fits; only blanks may be cut off, as the SQL standard requires. */
    private static String fit(String value, ColumnType to) {
        int length = value.codePointCount(0, value.length());
        if (length <= to.precision()) {
            return value;
        }
        int end = value.offsetByCodePoints(0, to.precision());
        if (!value.substring(end).chars().allMatch(character -> character == ' ')) {
            throw new StoreException(
                    "22001", "value too long for type " + to.type().sqlName() + "(" + to.precision() + ")");
        }
        return value.substring(0, end);
    }

    private static String cut(String value, int length) {
        return value.codePointCount(0, value.length()) <= length
                ? value
                : value.substring(0, value.offsetByCodePoints(0, length));
    }

    private static String pad(String value, int length) {
        return value + " ".repeat(Math.max(0, length - value.codePointCount(0, value.length())));
    }

    static String withoutPadding(String value) {
        int end = value.length();
        while (end > 0 && value.charAt(end - 1) == ' ') {
            end--;
        }
        return value.substring(0, end);
    }

    private static LocalTime round(LocalTime time, int digits) {
        long micros = round(time.toNanoOfDay() / 1000, digits);
        if (micros >= Interval.MICROS_PER_DAY) {
            throw TypeErrors.unsupported("the time 24:00:00");
        }
        return LocalTime.ofNanoOfDay(micros * 1000);
    }

    private static LocalDateTime round(LocalDateTime timestamp, int digits) {
        if (InfiniteTimes.is(timestamp)) {
            return timestamp;
        }
        long micros = timestamp.get(java.time.temporal.ChronoField.MICRO_OF_SECOND);
        return timestamp.withNano(0).plusNanos(round(micros, digits) * 1000);
    }

    private static Interval round(Interval interval, int digits) {
        return new Interval(interval.months(), interval.days(), round(interval.micros(), digits));
    }

    private static long round(long micros, int digits) {
        return BigDecimal.valueOf(micros, DATE_TIME_DIGITS)
                .setScale(digits, RoundingMode.HALF_UP)
                .setScale(DATE_TIME_DIGITS)
                .unscaledValue()
                .longValueExact();
    }
}

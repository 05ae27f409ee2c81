package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import moirai.mockstore.sql.types.Interval;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;

/** The operators of dates, times and intervals. */
final class TimeArithmetic {

    private static final long NANOS_PER_MICRO = 1000;
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private TimeArithmetic() {}

    static void define(Catalog catalog) {
        defineDates(catalog);
        defineTimestamps(catalog);
        catalog.add("-", INTERVAL, arguments -> ((Interval) arguments[0]).negated(), INTERVAL);
        catalog.add(
                "+",
                INTERVAL,
                arguments -> ((Interval) arguments[0]).plus((Interval) arguments[1]),
                INTERVAL,
                INTERVAL);
        catalog.add(
                "-",
                INTERVAL,
                arguments -> ((Interval) arguments[0]).plus(((Interval) arguments[1]).negated()),
                INTERVAL,
                INTERVAL);
        catalog.add(
                "*", INTERVAL, arguments -> times((Interval) arguments[0], (Double) arguments[1]), INTERVAL, DOUBLE);
        catalog.add(
                "*", INTERVAL, arguments -> times((Interval) arguments[1], (Double) arguments[0]), DOUBLE, INTERVAL);
        catalog.add(
                "/",
                INTERVAL,
                arguments -> dividedBy((Interval) arguments[0], (Double) arguments[1]),
                INTERVAL,
                DOUBLE);
        catalog.add("+", TIME, arguments -> plus((LocalTime) arguments[0], (Interval) arguments[1], 1), TIME, INTERVAL);
        catalog.add("+", TIME, arguments -> plus((LocalTime) arguments[1], (Interval) arguments[0], 1), INTERVAL, TIME);
        catalog.add(
                "-", TIME, arguments -> plus((LocalTime) arguments[0], (Interval) arguments[1], -1), TIME, INTERVAL);
        catalog.add(
                "-",
                INTERVAL,
                arguments -> new Interval(
                        0, 0, ChronoUnit.MICROS.between((LocalTime) arguments[1], (LocalTime) arguments[0])),
                TIME,
                TIME);
    }

    private static void defineDates(Catalog catalog) {
        catalog.add("+", DATE, arguments -> plus((LocalDate) arguments[0], (Integer) arguments[1]), DATE, INTEGER);
        catalog.add("+", DATE, arguments -> plus((LocalDate) arguments[1], (Integer) arguments[0]), INTEGER, DATE);
        catalog.add(
                "-", DATE, arguments -> plus((LocalDate) arguments[0], -(long) (Integer) arguments[1]), DATE, INTEGER);
        catalog.add(
                "-",
                INTEGER,
                arguments -> (int) ChronoUnit.DAYS.between((LocalDate) arguments[1], (LocalDate) arguments[0]),
                DATE,
                DATE);
        catalog.add(
                "+", TIMESTAMP, arguments -> ((LocalDate) arguments[0]).atTime((LocalTime) arguments[1]), DATE, TIME);
        catalog.add(
                "+", TIMESTAMP, arguments -> ((LocalDate) arguments[1]).atTime((LocalTime) arguments[0]), TIME, DATE);
        catalog.add(
                "+",
                TIMESTAMP,
                arguments -> plus(((LocalDate) arguments[0]).atStartOfDay(), (Interval) arguments[1]),
                DATE,
                INTERVAL);
        catalog.add(
                "+",
                TIMESTAMP,
                arguments -> plus(((LocalDate) arguments[1]).atStartOfDay(), (Interval) arguments[0]),
                INTERVAL,
                DATE);
        catalog.add(
                "-",
                TIMESTAMP,
                arguments -> plus(((LocalDate) arguments[0]).atStartOfDay(), ((Interval) arguments[1]).negated()),
                DATE,
                INTERVAL);
    }

    private static void defineTimestamps(Catalog catalog) {
        for (SqlType type : new SqlType[] {TIMESTAMP, TIMESTAMPTZ}) {
            catalog.add("+", type, arguments -> moved(arguments[0], (Interval) arguments[1]), type, INTERVAL);
            catalog.add("+", type, arguments -> moved(arguments[1], (Interval) arguments[0]), INTERVAL, type);
            catalog.add(
                    "-", type, arguments -> moved(arguments[0], ((Interval) arguments[1]).negated()), type, INTERVAL);
            catalog.add("-", INTERVAL, arguments -> between(local(arguments[1]), local(arguments[0])), type, type);
        }
    }

    /**
     * Returns a timestamp plus an interval; timestamps with and without a zone are treated alike, because the zone is
     * always UTC.
     */
    private static Object moved(Object timestamp, Interval interval) {
        LocalDateTime result = plus(local(timestamp), interval);
        if (timestamp instanceof OffsetDateTime) {
            return result.atOffset(ZoneOffset.UTC);
        }
        return result;
    }

    private static LocalDateTime local(Object timestamp) {
        return timestamp instanceof OffsetDateTime zoned
                ? zoned.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
                : (LocalDateTime) timestamp;
    }

    private static LocalDate plus(LocalDate date, long days) {
        return inRange(DATE, () -> {
            LocalDate moved = date.plusDays(days);
            if (moved.getYear() > 5_874_897 || moved.getYear() < -4713) {
                throw TypeErrors.dateOutOfRange(DATE);
            }
            return moved;
        });
    }

    static LocalDateTime plus(LocalDateTime timestamp, Interval interval) {
        return inRange(TIMESTAMP, () -> {
            LocalDateTime moved = timestamp
                    .plusMonths(interval.months())
                    .plusDays(interval.days())
                    .plus(interval.micros(), ChronoUnit.MICROS);
            if (moved.getYear() > 294_276 || moved.getYear() < -4713) {
                throw TypeErrors.dateOutOfRange(TIMESTAMP);
            }
            return moved;
        });
    }

    private static <T> T inRange(SqlType type, Supplier<T> operation) {
        try {
            return operation.get();
        } catch (DateTimeException | ArithmeticException e) {
            throw TypeErrors.dateOutOfRange(type);
        }
    }

    private static LocalTime plus(LocalTime time, Interval interval, int sign) {
        return time.plusNanos(sign * (interval.micros() % MICROS_PER_DAY) * NANOS_PER_MICRO);
    }

    /** Returns the difference as whole days and the rest, of the same sign. */
    private static Interval between(LocalDateTime from, LocalDateTime to) {
        long micros = ChronoUnit.MICROS.between(from, to);
        return new Interval(0, (int) (micros / MICROS_PER_DAY), micros % MICROS_PER_DAY);
    }

    private static Interval dividedBy(Interval interval, double divisor) {
        if (divisor == 0) {
            throw TypeErrors.divisionByZero();
        }
        return times(interval, 1 / divisor);
    }

    /**
     * Returns the product of an interval and a factor; refuses fractions of months and days, which would cascade to
     * smaller units.
     */
    private static Interval times(Interval interval, double factor) {
        double months = interval.months() * factor;
        double days = interval.days() * factor;
        double micros = Math.rint(interval.micros() * factor);
        if (months != Math.rint(months) || days != Math.rint(days)) {
            throw TypeErrors.unsupported("a product of an interval with a fraction of a day or month");
        }
        if (Math.abs(months) > Integer.MAX_VALUE || Math.abs(days) > Integer.MAX_VALUE || Math.abs(micros) > 9e18) {
            throw new moirai.mockstore.StoreException("22008", "interval out of range");
        }
        return new Interval((int) months, (int) days, (long) micros);
    }
}

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
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.time.InfiniteTimes;
import moirai.mockstore.sql.time.SessionZone;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.Interval;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;

/** The operators of dates, times and intervals. */
final class TimeArithmetic {

    private static final long NANOS_PER_MICRO = 1000;
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private TimeArithmetic() {}

    static void define(Functions functions) {
        defineDates(functions);
        defineTimestamps(functions);
        functions.add("-", INTERVAL, INTERVAL, Interval::negated);
        functions.add("+", INTERVAL, INTERVAL, INTERVAL, Interval::plus);
        functions.add("-", INTERVAL, INTERVAL, INTERVAL, (Interval left, Interval right) -> left.plus(right.negated()));
        functions.addCommutative("*", INTERVAL, INTERVAL, DOUBLE, TimeArithmetic::times);
        functions.add("/", INTERVAL, INTERVAL, DOUBLE, TimeArithmetic::dividedBy);
        functions.addCommutative("+", TIME, TIME, INTERVAL, (LocalTime time, Interval span) -> plus(time, span, 1));
        functions.add("-", TIME, TIME, INTERVAL, (LocalTime time, Interval span) -> plus(time, span, -1));
        functions.add("-", INTERVAL, TIME, TIME, (LocalTime to, LocalTime from) -> between(from, to));
    }

    private static void defineDates(Functions functions) {
        functions.addCommutative("+", DATE, DATE, INTEGER, (LocalDate date, Integer days) -> plus(date, days));
        functions.add("-", DATE, DATE, INTEGER, (LocalDate date, Integer days) -> plus(date, -(long) days));
        functions.add("-", INTEGER, DATE, DATE, TimeArithmetic::days);
        functions.addCommutative("+", TIMESTAMP, DATE, TIME, TimeArithmetic::at);
        functions.addCommutative("+", TIMESTAMP, DATE, INTERVAL, TimeArithmetic::moved);
        functions.add("-", TIMESTAMP, DATE, INTERVAL, TimeArithmetic::movedBack);
    }

    private static void defineTimestamps(Functions functions) {
        for (SqlType type : new SqlType[] {TIMESTAMP, TIMESTAMPTZ}) {
            functions.addCommutative("+", type, type, INTERVAL, TimeArithmetic::moved);
            functions.add("-", type, type, INTERVAL, TimeArithmetic::movedBack);
            functions.add("-", INTERVAL, type, type, (Object to, Object from) -> between(utc(from), utc(to)));
        }
    }

    private static LocalDateTime at(LocalDate date, LocalTime time) {
        return InfiniteTimes.is(date) ? Conversion.toLocal(date) : date.atTime(time);
    }

    /** Returns a date or timestamp plus an interval. */
    private static Object moved(Object time, Interval interval) {
        return time instanceof OffsetDateTime moment
                ? movedMoment(moment, interval)
                : plus(Conversion.toLocal(time), interval);
    }

    /** Months and days are those of the session's zone; hours and less are what they are, whatever clocks show. */
    private static OffsetDateTime movedMoment(OffsetDateTime time, Interval interval) {
        if (InfiniteTimes.is(time)) {
            return time;
        }
        var dates = new Interval(interval.months(), interval.days(), 0);
        OffsetDateTime moved = SessionZone.moment(plus(Conversion.toLocal(time), dates));
        return moved.plusNanos(interval.micros() * 1_000);
    }

    /** Returns a timestamp such that the difference of two is the time between them. */
    private static LocalDateTime utc(Object time) {
        return time instanceof OffsetDateTime moment
                ? moment.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
                : Conversion.toLocal(time);
    }

    private static Object movedBack(Object time, Interval interval) {
        return moved(time, interval.negated());
    }

    private static int days(LocalDate to, LocalDate from) {
        if (InfiniteTimes.is(to) || InfiniteTimes.is(from)) {
            throw new StoreException("22008", "cannot subtract infinite dates");
        }
        return (int) ChronoUnit.DAYS.between(from, to);
    }

    private static LocalDate plus(LocalDate date, long days) {
        if (InfiniteTimes.is(date)) {
            return date;
        }
        return inRange(DATE, () -> {
            LocalDate moved = date.plusDays(days);
            if (moved.getYear() > 5_874_897 || moved.getYear() < -4713) {
                throw TypeErrors.dateOutOfRange(DATE);
            }
            return moved;
        });
    }

    static LocalDateTime plus(LocalDateTime timestamp, Interval interval) {
        if (InfiniteTimes.is(timestamp)) {
            return timestamp;
        }
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

    private static Interval between(LocalTime from, LocalTime to) {
        return new Interval(0, 0, ChronoUnit.MICROS.between(from, to));
    }

    /** Returns the difference as whole days and the rest, of the same sign. */
    private static Interval between(LocalDateTime from, LocalDateTime to) {
        if (InfiniteTimes.is(from) || InfiniteTimes.is(to)) {
            throw from.equals(to)
                    ? new StoreException("22008", "interval out of range")
                    : TypeErrors.unsupported("an infinite interval");
        }
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
            throw new StoreException("22008", "interval out of range");
        }
        return new Interval((int) months, (int) days, (long) micros);
    }
}

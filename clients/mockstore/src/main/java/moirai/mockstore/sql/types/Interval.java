package moirai.mockstore.sql.types;

import java.util.Locale;

/**
 * A span of time. Its three parts are separate, as in PostgreSQL: a month has no fixed number of days, and a day no
 * fixed number of microseconds.
 */
public record Interval(int months, int days, long micros) implements Comparable<Interval> {

    static final long MICROS_PER_SECOND = 1_000_000;
    static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
    static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
    static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

    /** Returns the sum of each part; fails with SQLSTATE 22008 if a part overflows. */
    public Interval plus(Interval other) {
        try {
            return new Interval(
                    Math.addExact(months, other.months),
                    Math.addExact(days, other.days),
                    Math.addExact(micros, other.micros));
        } catch (ArithmeticException e) {
            throw TypeErrors.intervalOutOfRange(e);
        }
    }

    public Interval negated() {
        try {
            return new Interval(Math.negateExact(months), Math.negateExact(days), Math.negateExact(micros));
        } catch (ArithmeticException e) {
            throw TypeErrors.intervalOutOfRange(e);
        }
    }

    /** Compares as PostgreSQL does: a month counts as 30 days and a day as 24 hours. */
    @Override
    public int compareTo(Interval other) {
        long left = months * 30L + days + Math.floorDiv(micros, MICROS_PER_DAY);
        long right = other.months * 30L + other.days + Math.floorDiv(other.micros, MICROS_PER_DAY);
        return left != right
                ? Long.compare(left, right)
                : Long.compare(Math.floorMod(micros, MICROS_PER_DAY), Math.floorMod(other.micros, MICROS_PER_DAY));
    }

    /** Returns the interval as PostgreSQL writes it: {@code 1 year 2 mons 3 days 04:05:06.5}. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        boolean negativeBefore = part(text, months / 12, "year", false);
        negativeBefore = part(text, months % 12, "mon", negativeBefore);
        negativeBefore = part(text, days, "day", negativeBefore);
        if (micros != 0 || text.isEmpty()) {
            if (!text.isEmpty()) {
                text.append(' ');
            }
            text.append(micros < 0 ? "-" : negativeBefore ? "+" : "");
            long whole = Math.abs(micros);
            text.append(String.format(
                    Locale.ROOT,
                    "%02d:%02d:%02d",
                    whole / MICROS_PER_HOUR,
                    whole / MICROS_PER_MINUTE % 60,
                    whole / MICROS_PER_SECOND % 60));
            text.append(DateTimeText.fraction(whole % MICROS_PER_SECOND));
        }
        return text.toString();
    }

    /**
     * Writes a part unless it is zero; returns whether the next part needs a sign to be distinguished from this one's.
     */
    private static boolean part(StringBuilder text, int count, String unit, boolean negativeBefore) {
        if (count == 0) {
            return negativeBefore;
        }
        if (!text.isEmpty()) {
            text.append(' ');
        }
        text.append(negativeBefore && count > 0 ? "+" : "")
                .append(count)
                .append(' ')
                .append(unit);
        text.append(count == 1 ? "" : "s");
        return count < 0;
    }
}

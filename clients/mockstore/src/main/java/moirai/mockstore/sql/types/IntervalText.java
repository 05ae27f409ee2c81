package moirai.mockstore.sql.types;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.mockstore.sql.time.IntervalStyle;

/**
 * Reads and writes intervals. The form of numbers with units, and a time, and that of ISO 8601 with units are
 * understood; those of the SQL standard are not supported.
 */
final class IntervalText {

    private static final Pattern PART = Pattern.compile("\\s*(?:([+-]?)(\\d+):(\\d{1,2})(?::(\\d{1,2})(\\.\\d*)?)?"
            + "|([+-]?\\d+(?:\\.\\d*)?|[+-]?\\.\\d+)\\s*([a-z]+))");

    private static final Pattern ISO =
            Pattern.compile("p(?:([+-]?\\d+)y)?(?:([+-]?\\d+)m)?(?:([+-]?\\d+)w)?(?:([+-]?\\d+)d)?"
                    + "(?:t(?:([+-]?\\d+)h)?(?:([+-]?\\d+)m)?(?:([+-]?\\d+(?:\\.\\d*)?)s)?)?");

    private static final List<String> ISO_UNITS =
            List.of("years", "months", "weeks", "days", "hours", "minutes", "seconds");

    private IntervalText() {}

    /** Returns an interval in the session's form. */
    static String write(Interval interval) {
        if (!IntervalStyle.isIso()) {
            return interval.toString();
        }
        var date = new StringBuilder();
        isoPart(date, interval.months() / 12, 'Y');
        isoPart(date, interval.months() % 12, 'M');
        isoPart(date, interval.days(), 'D');
        var time = new StringBuilder();
        isoPart(time, interval.micros() / Interval.MICROS_PER_HOUR, 'H');
        isoPart(time, interval.micros() / Interval.MICROS_PER_MINUTE % 60, 'M');
        long rest = interval.micros() % Interval.MICROS_PER_MINUTE;
        if (rest != 0) {
            time.append(BigDecimal.valueOf(rest, 6).stripTrailingZeros().toPlainString())
                    .append('S');
        }
        if (date.isEmpty() && time.isEmpty()) {
            return "PT0S";
        }
        return "P" + date + (time.isEmpty() ? "" : "T" + time);
    }

    private static void isoPart(StringBuilder text, long count, char unit) {
        if (count != 0) {
            text.append(count).append(unit);
        }
    }

    private static Interval readIso(Matcher iso, String text) {
        Interval sum = new Interval(0, 0, 0);
        for (int unit = 0; unit < ISO_UNITS.size(); unit++) {
            if (iso.group(unit + 1) != null) {
                sum = sum.plus(of(new BigDecimal(iso.group(unit + 1)), ISO_UNITS.get(unit), text));
            }
        }
        return sum;
    }

    static Interval read(String text) {
        String words = text.toLowerCase(Locale.ROOT).strip();
        Matcher iso = ISO.matcher(words);
        if (words.length() > 2 && !words.endsWith("t") && iso.matches()) {
            return readIso(iso, text);
        }
        if (words.matches("[+-]?p.*|[+-]?\\d+-\\d+.*|.*infinity|.*ago|@.*|[+-]?\\d+(\\.\\d*)?")) {
            throw TypeErrors.unsupported("the interval \"" + text + "\", which is not written as numbers with units,");
        }
        Interval sum = new Interval(0, 0, 0);
        Matcher matcher = PART.matcher(words);
        int at = 0;
        while (at < words.length()) {
            if (!matcher.find(at) || matcher.start() != at) {
                throw TypeErrors.invalidText(text, SqlType.INTERVAL);
            }
            sum = sum.plus(matcher.group(7) == null ? timeOf(matcher, text) : of(matcher, text));
            at = matcher.end();
        }
        if (at == 0) {
            throw TypeErrors.invalidText(text, SqlType.INTERVAL);
        }
        return sum;
    }

    private static Interval timeOf(Matcher matcher, String text) {
        long minute = Long.parseLong(matcher.group(3));
        long second = matcher.group(4) == null ? 0 : Long.parseLong(matcher.group(4));
        if (minute > 59 || second > 59) {
            throw new moirai.mockstore.StoreException("22008", "interval field value out of range: \"" + text + "\"");
        }
        long total = Long.parseLong(matcher.group(2)) * Interval.MICROS_PER_HOUR
                + minute * Interval.MICROS_PER_MINUTE
                + second * Interval.MICROS_PER_SECOND
                + DateTimeText.micros(matcher.group(5));
        return new Interval(0, 0, "-".equals(matcher.group(1)) ? -total : total);
    }

    private static Interval of(Matcher matcher, String text) {
        return of(new BigDecimal(matcher.group(6)), matcher.group(7), text);
    }

    private static Interval of(BigDecimal count, String unit, String text) {
        try {
            return switch (unit) {
                case "microsecond", "microseconds", "us", "usec", "usecs" -> micros(count, 1);
                case "millisecond", "milliseconds", "ms", "msec", "msecs" -> micros(count, 1000);
                case "second", "seconds", "sec", "secs", "s" -> micros(count, Interval.MICROS_PER_SECOND);
                case "minute", "minutes", "min", "mins", "m" -> micros(count, Interval.MICROS_PER_MINUTE);
                case "hour", "hours", "hr", "hrs", "h" -> micros(count, Interval.MICROS_PER_HOUR);
                case "day", "days", "d" -> days(count);
                case "week", "weeks", "w" -> days(count.multiply(BigDecimal.valueOf(7)));
                case "month", "months", "mon", "mons" -> new Interval(whole(count, text), 0, 0);
                case "year", "years", "yr", "yrs", "y" ->
                    new Interval(Math.multiplyExact(whole(count, text), 12), 0, 0);
                default -> throw TypeErrors.invalidText(text, SqlType.INTERVAL);
            };
        } catch (ArithmeticException e) {
            throw TypeErrors.intervalOutOfRange(e);
        }
    }

    private static Interval micros(BigDecimal count, long unit) {
        return new Interval(
                0,
                0,
                count.multiply(BigDecimal.valueOf(unit))
                        .setScale(0, RoundingMode.HALF_EVEN)
                        .longValueExact());
    }

    /** Returns an interval of days; a fraction of a day becomes a time. */
    private static Interval days(BigDecimal count) {
        BigDecimal whole = count.setScale(0, RoundingMode.DOWN);
        return new Interval(0, whole.intValueExact(), 0).plus(micros(count.subtract(whole), Interval.MICROS_PER_DAY));
    }

    private static int whole(BigDecimal count, String text) {
        if (count.stripTrailingZeros().scale() > 0) {
            throw TypeErrors.unsupported("the fraction of a month in the interval \"" + text + "\"");
        }
        return count.intValueExact();
    }
}

package moirai.mockstore.sql.types;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.time.InfiniteTimes;
import moirai.mockstore.sql.time.SessionZone;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes dates and times as text. They are written as by PostgreSQL with {@code DateStyle = ISO}. Of the many
 * forms that PostgreSQL reads, the ISO forms are understood; the others are refused as unsupported unless they are
 * certainly wrong.
 */
final class DateTimeText {

    private static final String DATE = "(\\d{4,6})-(\\d{1,2})-(\\d{1,2})";
    private static final String TIME = "(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(\\.\\d*)?)?";
    private static final String ZONE = "\\s*(Z|UTC|GMT|[+-]\\d{1,2}(?::?\\d{2}(?::?\\d{2})?)?)?";
    private static final Pattern TIMESTAMP = Pattern.compile(
            "\\s*" + DATE + "(?:(?:\\s+|T)" + TIME + "|(?=[\\s+]|$))" + ZONE + "\\s*( BC)?\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern TIME_ONLY = Pattern.compile("\\s*" + TIME + ZONE + "\\s*", Pattern.CASE_INSENSITIVE);
    /** A pattern of texts that PostgreSQL may read as a date: those with a digit, and special words. */
    private static final Pattern MAYBE =
            Pattern.compile("(?i).*\\d.*|\\s*(now|today|tomorrow|yesterday|epoch|allballs|zulu)\\s*");

    private static final int YEAR_MAX = 294_276;
    private static final int DATE_YEAR_MAX = 5_874_897;

    private DateTimeText() {}

    static LocalDate readDate(String text) {
        Optional<LocalDateTime> infinite = InfiniteTimes.read(text);
        if (infinite.isPresent()) {
            return infinite.get().toLocalDate();
        }
        Matcher matcher = matchTimestamp(text, SqlType.DATE);
        // The time must be right, too, although it is thrown away.
        timeOf(matcher, 4, text);
        return dateOf(matcher, text);
    }

    static LocalTime readTime(String text) {
        var matcher = TIME_ONLY.matcher(text);
        if (matcher.matches()) {
            return timeOfDay(matcher, 1, text);
        }
        var full = TIMESTAMP.matcher(text);
        if (full.matches() && full.group(4) != null) {
            dateOf(full, text);
            return timeOfDay(full, 4, text);
        }
        throw unreadable(text, SqlType.TIME);
    }

    /** Returns a time; refuses 24:00, which has no representation here. */
    private static LocalTime timeOfDay(Matcher matcher, int group, String text) {
        long nanos = timeOf(matcher, group, text);
        if (nanos >= 86_400_000_000_000L) {
            throw TypeErrors.unsupported("the time 24:00:00");
        }
        return LocalTime.ofNanoOfDay(nanos);
    }

    static LocalDateTime readTimestamp(String text) {
        return InfiniteTimes.read(text).orElseGet(() -> localOf(matchTimestamp(text, SqlType.TIMESTAMP), text));
    }

    static OffsetDateTime readTimestampWithZone(String text) {
        Optional<LocalDateTime> infinite = InfiniteTimes.read(text);
        if (infinite.isPresent()) {
            return infinite.get().atOffset(ZoneOffset.UTC);
        }
        Matcher matcher = matchTimestamp(text, SqlType.TIMESTAMPTZ);
        LocalDateTime local = localOf(matcher, text);
        String zone = matcher.group(8);
        try {
            if (zone == null) {
                return SessionZone.moment(local);
            }
            ZoneOffset offset = zone.startsWith("+") || zone.startsWith("-") ? offsetOf(zone) : ZoneOffset.UTC;
            return local.atOffset(offset).withOffsetSameInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new StoreException("22009", "time zone displacement out of range: \"" + text + "\"");
        }
    }

    private static ZoneOffset offsetOf(String zone) {
        String digits = zone.substring(1).replace(":", "");
        String padded = digits.length() % 2 == 1 ? "0" + digits : digits;
        int sign = zone.startsWith("-") ? -1 : 1;
        int hours = Integer.parseInt(padded.substring(0, 2));
        int minutes = padded.length() > 2 ? Integer.parseInt(padded.substring(2, 4)) : 0;
        int seconds = padded.length() > 4 ? Integer.parseInt(padded.substring(4, 6)) : 0;
        return ZoneOffset.ofHoursMinutesSeconds(sign * hours, sign * minutes, sign * seconds);
    }

    private static Matcher matchTimestamp(String text, SqlType type) {
        var matcher = TIMESTAMP.matcher(text);
        if (!matcher.matches()) {
            throw unreadable(text, type);
        }
        return matcher;
    }

    private static StoreException unreadable(String text, SqlType type) {
        return MAYBE.matcher(text).matches()
                ? TypeErrors.unsupported("the " + type.pgName() + " \"" + text + "\", which is not in ISO 8601's form,")
                : TypeErrors.invalidText(text, type);
    }

    private static LocalDateTime localOf(Matcher matcher, String text) {
        LocalDate date = dateOf(matcher, text);
        if (date.getYear() > YEAR_MAX) {
            throw new StoreException("22008", "timestamp out of range: \"" + text + "\"");
        }
        return date.atStartOfDay().plusNanos(timeOf(matcher, 4, text));
    }

    private static LocalDate dateOf(Matcher matcher, String text) {
        int year = Integer.parseInt(matcher.group(1));
        try {
            if (year == 0 || year > DATE_YEAR_MAX) {
                throw TypeErrors.fieldOutOfRange(text);
            }
            return LocalDate.of(
                    matcher.group(9) == null ? year : 1 - year,
                    Integer.parseInt(matcher.group(2)),
                    Integer.parseInt(matcher.group(3)));
        } catch (DateTimeException e) {
            throw TypeErrors.fieldOutOfRange(text);
        }
    }

    /** Returns the nanoseconds since midnight, rounded to microseconds, up to and including 24:00. */
    private static long timeOf(Matcher matcher, int group, String text) {
        if (matcher.group(group) == null) {
            return 0;
        }
        long hour = Long.parseLong(matcher.group(group));
        long minute = Long.parseLong(matcher.group(group + 1));
        long second = matcher.group(group + 2) == null ? 0 : Long.parseLong(matcher.group(group + 2));
        long total =
                ((hour * 60 + minute) * 60 + second) * Interval.MICROS_PER_SECOND + micros(matcher.group(group + 3));
        if (hour > 24 || minute > 59 || second > 60 || total > Interval.MICROS_PER_DAY) {
            throw TypeErrors.fieldOutOfRange(text);
        }
        return total * 1000;
    }

    /** Returns the microseconds of a fraction such as {@code .5}, which may have no digits or be missing. */
    static long micros(@Nullable String fraction) {
        return fraction == null || fraction.length() == 1
                ? 0
                : Math.round(Double.parseDouble("0" + fraction) * Interval.MICROS_PER_SECOND);
    }

    static String write(LocalDate date) {
        if (InfiniteTimes.is(date)) {
            return InfiniteTimes.write(date);
        }
        int year = date.getYear();
        return String.format(
                Locale.ROOT,
                "%04d-%02d-%02d%s",
                year > 0 ? year : 1 - year,
                date.getMonthValue(),
                date.getDayOfMonth(),
                year > 0 ? "" : " BC");
    }

    static String write(LocalTime time) {
        return String.format(Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond())
                + fraction(time.getNano() / 1000);
    }

    static String write(LocalDateTime timestamp) {
        return InfiniteTimes.is(timestamp)
                ? InfiniteTimes.write(timestamp)
                : withEra(timestamp.toLocalDate(), " " + write(timestamp.toLocalTime()));
    }

    static String write(OffsetDateTime timestamp) {
        if (InfiniteTimes.is(timestamp)) {
            return InfiniteTimes.write(timestamp);
        }
        OffsetDateTime shown =
                timestamp.atZoneSameInstant(SessionZone.current()).toOffsetDateTime();
        return withEra(shown.toLocalDate(), " " + write(shown.toLocalTime()) + offset(shown.getOffset()));
    }

    /** Returns an offset without what is zero: {@code +02}, {@code -03:30}. */
    private static String offset(ZoneOffset offset) {
        int seconds = Math.abs(offset.getTotalSeconds());
        String sign = offset.getTotalSeconds() < 0 ? "-" : "+";
        String hours = String.format(Locale.ROOT, "%02d", seconds / 3_600);
        String minutes = seconds % 3_600 == 0 ? "" : String.format(Locale.ROOT, ":%02d", seconds / 60 % 60);
        return sign + hours + minutes + (seconds % 60 == 0 ? "" : String.format(Locale.ROOT, ":%02d", seconds % 60));
    }

    private static String withEra(LocalDate date, String time) {
        String text = write(date);
        return date.getYear() > 0 ? text + time : text.substring(0, text.length() - 3) + time + " BC";
    }

    /** Returns a decimal point and at most six digits, without zeros at the end; the empty text if all are zeros. */
    static String fraction(long micros) {
        return micros == 0
                ? ""
                : "." + String.format(Locale.ROOT, "%06d", micros).replaceAll("0+$", "");
    }
}

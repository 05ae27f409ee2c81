package moirai.mockstore.sql.expression.function;

import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.mockstore.sql.types.TypeErrors;

/** Implements {@code to_char} of a timestamp, for patterns that are numbers of a fixed width. */
final class TimePatterns {

    private static final Pattern TOKEN = Pattern.compile("YYYY|MM|DD|HH24|HH12|HH|MI|SS|MS|US|[^A-Za-z0-9\"\\\\]");

    private TimePatterns() {}

    static String format(LocalDateTime time, String pattern) {
        var text = new StringBuilder();
        Matcher matcher = TOKEN.matcher(pattern);
        int at = 0;
        while (at < pattern.length()) {
            if (!matcher.find(at) || matcher.start() != at || time.getYear() < 1) {
                throw TypeErrors.unsupported("to_char() with the pattern \"" + pattern + "\"");
            }
            text.append(field(matcher.group(), time));
            at = matcher.end();
        }
        return text.toString();
    }

    private static String field(String token, LocalDateTime time) {
        int half = (time.getHour() + 11) % 12 + 1;
        return switch (token) {
            case "YYYY" -> digits("%04d", time.getYear());
            case "MM" -> digits("%02d", time.getMonthValue());
            case "DD" -> digits("%02d", time.getDayOfMonth());
            case "HH24" -> digits("%02d", time.getHour());
            case "HH12", "HH" -> digits("%02d", half);
            case "MI" -> digits("%02d", time.getMinute());
            case "SS" -> digits("%02d", time.getSecond());
            case "MS" -> digits("%03d", time.get(ChronoField.MILLI_OF_SECOND));
            case "US" -> digits("%06d", time.get(ChronoField.MICRO_OF_SECOND));
            default -> token;
        };
    }

    private static String digits(String format, int value) {
        return String.format(Locale.ROOT, format, value);
    }
}

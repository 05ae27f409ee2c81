package moirai.runs.report;

import java.time.Duration;
import java.util.Locale;

/** The formats of numbers for people, the same in every locale. */
public final class Numbers {

    private Numbers() {}

    /** Returns a text such as {@code 1,234,567}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a text such as {@code 12.3 s}. */
    public static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }

    /** Returns a text such as {@code 11 h 59 m 58 s}, rounded down to seconds. */
    public static String span(Duration duration) {
        var text = new StringBuilder();
        append(text, duration.toDays(), " d ");
        append(text, duration.toHoursPart(), " h ");
        append(text, duration.toMinutesPart(), " m ");
        return text.append(duration.toSecondsPart()).append(" s").toString();
    }

    private static void append(StringBuilder text, long number, String unit) {
        if (number > 0 || !text.isEmpty()) {
            text.append(number).append(unit);
        }
    }

    /** Returns the time since a run began: {@code 12.3 s} in the first minute, then {@code 1 h 2 m 3 s}. */
    public static String moment(Duration elapsed) {
        return elapsed.toMinutes() == 0 ? seconds(elapsed) : span(elapsed);
    }

    /** Returns a text such as {@code 2.1 ms}, from microseconds. */
    public static String millis(long micros) {
        return String.format(Locale.ROOT, "%.1f ms", micros / 1e3);
    }

    /** Returns a text such as {@code 1,500/s} or {@code 0.5/s}, from a number a second. */
    public static String rate(double rate) {
        return (rate == Math.rint(rate) ? count((long) rate) : String.valueOf(rate)) + "/s";
    }

    /** Returns a text such as {@code 93 %}; rounded down, so that only a share of 1 gives 100. */
    public static String percent(double share) {
        return (int) (share * 100) + " %";
    }

    /** Returns a text such as {@code 1 key} or {@code 2 keys}. */
    public static String counted(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }
}

package moirai.runs.report;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them, in every locale the same. */
public final class Numbers {

    private Numbers() {}

    /** {@code 1,234,567}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 12.3 s}. */
    public static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }

    /** {@code 2.1 ms}, from microseconds. */
    public static String millis(long micros) {
        return String.format(Locale.ROOT, "%.1f ms", micros / 1e3);
    }

    /** {@code 93 %}; rounded down, so that only all of it is 100. */
    public static String percent(double share) {
        return (int) (share * 100) + " %";
    }

    /** {@code 1 key}, {@code 2 keys}. */
    public static String counted(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }
}

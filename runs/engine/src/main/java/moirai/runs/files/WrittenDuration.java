package moirai.runs.files;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them in options and files: {@code 60}, {@code 500ms}, {@code 5m}, {@code 8h30m}. */
public final class WrittenDuration {

    /** The examples for messages. */
    public static final String EXAMPLES = "60 (seconds), 500ms, 60s, 5m, 12h, 8h30m or 1d";

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");
    private static final Pattern DURATION =
            Pattern.compile("(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?" + "(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

    private WrittenDuration() {}

    /** Returns the time; empty if the text is none, or is 0. A number alone is seconds, as in Jepsen. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = DURATION.matcher(SECONDS.matcher(text).matches() ? text + "s" : text);
        Duration duration = matcher.matches() ? sum(matcher) : Duration.ZERO;
        return duration.isZero() ? Optional.empty() : Optional.of(duration);
    }

    /**
     * Returns the time as {@link #parse} does.
     *
     * @throws IllegalArgumentException if the text is none; the message says what would be accepted
     */
    public static Duration of(String text) {
        return parse(text)
                .orElseThrow(() ->
                        new IllegalArgumentException("'" + text + "' is not a duration: expected e.g. " + EXAMPLES));
    }

    private static Duration sum(Matcher parts) {
        return Duration.ofDays(number(parts, 1))
                .plusHours(number(parts, 2))
                .plusMinutes(number(parts, 3))
                .plusSeconds(number(parts, 4))
                .plusMillis(number(parts, 5));
    }

    private static long number(Matcher parts, int group) {
        return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
    }
}

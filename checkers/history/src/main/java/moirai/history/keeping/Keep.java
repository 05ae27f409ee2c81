package moirai.history.keeping;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A policy on how much of the recorded history stays on the disk: {@code all}, or {@code 2h,anomalies,faults}. */
public sealed interface Keep {

    /** Returns the policy that drops nothing. */
    static Keep all() {
        return new All();
    }

    /** Everything stays. */
    record All() implements Keep {

        @Override
        public String toString() {
            return "all";
        }
    }

    /**
     * The latest part stays, and everything that is not judged yet.
     *
     * @param age the age from which segments may go, in whole seconds
     * @param anomalies whether what surrounds the first and the last anomaly of each shape stays
     * @param faults whether what surrounds faults stays
     */
    record Recent(Duration age, boolean anomalies, boolean faults) implements Keep {

        public Recent {
            if (age.compareTo(Duration.ofSeconds(1)) < 0 || age.compareTo(Duration.ofDays(DAYS_MAX)) > 0) {
                throw new IllegalArgumentException(
                        "'" + Durations.written(age) + "' is no age of a history: expected 1s to " + DAYS_MAX + "d");
            }
        }

        @Override
        public String toString() {
            return Durations.written(age) + (anomalies ? "," + ANOMALIES : "") + (faults ? "," + FAULTS : "");
        }
    }

    /** The part of a policy that keeps what surrounds anomalies. */
    String ANOMALIES = "anomalies";

    /** The part of a policy that keeps what surrounds faults. */
    String FAULTS = "faults";

    /** The longest age. */
    int DAYS_MAX = 365;

    /** The number of segments that the age of a policy is divided into. */
    int SEGMENTS_OF_AGE = 8;

    /** The longest span of a segment where what surrounds events stays: all of a segment stays for one event in it. */
    Duration SPAN_MAX_AROUND_EVENTS = Duration.ofMinutes(1);

    /** The longest span of a segment. */
    Duration SPAN_MAX = Duration.ofMinutes(10);

    /**
     * Reads a policy.
     *
     * @throws IllegalArgumentException if it is none; the message says what is accepted
     */
    static Keep parse(String text) {
        if (text.equals("all")) {
            return all();
        }
        String[] parts = text.split(",", -1);
        boolean anomalies = false;
        boolean faults = false;
        for (int i = 1; i < parts.length; i++) {
            boolean known = switch (parts[i]) {
                case ANOMALIES -> {
                    boolean isNew = !anomalies;
                    anomalies = true;
                    yield isNew;
                }
                case FAULTS -> {
                    boolean isNew = !faults;
                    faults = true;
                    yield isNew;
                }
                default -> false;
            };
            if (!known) {
                throw refused(text);
            }
        }
        boolean keepsAnomalies = anomalies;
        boolean keepsFaults = faults;
        return Durations.parsed(parts[0])
                .map(age -> new Recent(age, keepsAnomalies, keepsFaults))
                .orElseThrow(() -> refused(text));
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException(
                "'" + text + "' says nothing of what is kept: expected all, or an age such as"
                        + " 90s, 5m, 2h or 1d, and behind it ,anomalies or ,faults or both");
    }

    /**
     * Returns the longest time that a writer may take for a segment; empty if time does not matter.
     *
     * <p>Segments go whole, when the last of their transactions is old enough. So a history takes the space of the age
     * and of one segment more, an eighth. Smaller segments would save little, and each new one makes its session wait
     * for the disk twice: with 2h every 10 minutes, with 5m every 37 seconds. The size alone would not do: 256 MiB of
     * one writer may be an hour or a week.
     */
    default Optional<Duration> segmentSpan() {
        return switch (this) {
            case All all -> Optional.empty();
            case Recent(Duration age, boolean anomalies, boolean faults) -> {
                Duration most = anomalies || faults ? SPAN_MAX_AROUND_EVENTS : SPAN_MAX;
                Duration part = age.dividedBy(SEGMENTS_OF_AGE);
                yield Optional.of(part.compareTo(most) < 0 ? part : most);
            }
        };
    }

    /** Durations as they are typed: {@code 1d2h3m4s}. */
    final class Durations {

        private static final Pattern WRITTEN =
                Pattern.compile("(?:(\\d{1,5})d)?(?:(\\d{1,7})h)?(?:(\\d{1,8})m)?(?:(\\d{1,9})s)?");

        private Durations() {}

        static Optional<Duration> parsed(String text) {
            Matcher matcher = WRITTEN.matcher(text);
            if (text.isEmpty() || !matcher.matches()) {
                return Optional.empty();
            }
            return Optional.of(Duration.ofDays(number(matcher, 1))
                    .plusHours(number(matcher, 2))
                    .plusMinutes(number(matcher, 3))
                    .plusSeconds(number(matcher, 4)));
        }

        private static long number(Matcher matcher, int group) {
            return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
        }

        static String written(Duration duration) {
            String text = part(duration.toDays(), "d")
                    + part(duration.toHoursPart(), "h")
                    + part(duration.toMinutesPart(), "m")
                    + part(duration.toSecondsPart(), "s");
            return text.isEmpty() ? "0s" : text;
        }

        private static String part(long number, String unit) {
            return number == 0 ? "" : number + unit;
        }
    }
}

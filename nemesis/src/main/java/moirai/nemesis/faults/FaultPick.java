package moirai.nemesis.faults;

import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One fault of a schedule, identified by its number among those of its kind: {@code failover#1} is the first failover.
 *
 * @param number from 1
 * @param atMost the longest time from injection to healing; {@link #AS_PLANNED} for no such limit
 */
public record FaultPick(FaultKind kind, int number, Duration atMost) implements Comparable<FaultPick> {

    /** The fault lasts as long as the schedule says. */
    public static final Duration AS_PLANNED = Duration.ZERO;

    /** The text that {@link #parse} accepts, for messages. */
    public static final String ACCEPTED = "KIND#NUMBER, e.g. kill#1, or with a limit in milliseconds pause#2:500ms";

    private static final Pattern FORM = Pattern.compile("([a-z]+)#([1-9]\\d{0,5})(?::([1-9]\\d{0,8})ms)?");

    public FaultPick {
        if (number < 1) {
            throw new IllegalArgumentException("fault number " + number + " is out of range: expected 1 or more");
        }
        if (atMost.isNegative()) {
            throw new IllegalArgumentException("a fault cannot last " + atMost.toMillis() + " ms");
        }
    }

    /** Makes a pick that lasts as long as the schedule says. */
    public FaultPick(FaultKind kind, int number) {
        this(kind, number, AS_PLANNED);
    }

    /**
     * Reads what {@link #label} writes.
     *
     * @throws IllegalArgumentException with what would be accepted
     */
    public static FaultPick parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a fault of a schedule: expected " + ACCEPTED);
        }
        FaultKind kind = Arrays.stream(FaultKind.values())
                .filter(known -> known.label().equals(matcher.group(1)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is of no known kind: expected one of "
                        + String.join(
                                ", ",
                                Arrays.stream(FaultKind.values())
                                        .map(FaultKind::label)
                                        .toList())));
        String millis = matcher.group(3);
        return new FaultPick(
                kind,
                Integer.parseInt(matcher.group(2)),
                millis == null ? AS_PLANNED : Duration.ofMillis(Long.parseLong(millis)));
    }

    /** Returns the same fault, healed after this time at the latest. */
    public FaultPick lasting(Duration limit) {
        return new FaultPick(kind, number, limit);
    }

    /** Returns kind and number, without a limit. */
    public String name() {
        return kind.label() + "#" + number;
    }

    /** Returns the text that {@link #parse} reads. */
    public String label() {
        return atMost.equals(AS_PLANNED) ? name() : name() + ":" + atMost.toMillis() + "ms";
    }

    /** Compares by kind in the order of declaration, then by number. */
    @Override
    public int compareTo(FaultPick other) {
        int kinds = kind.compareTo(other.kind);
        return kinds == 0 ? Integer.compare(number, other.number) : kinds;
    }
}

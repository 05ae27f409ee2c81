package moirai.runs.interim;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The limits of a check in time and in memory: {@code time=5m,heap=4g}, or one of them.
 *
 * @param time from the begin of the command; {@link #NO_TIME_LIMIT} if there is none
 * @param heapBytes the bytes that are reachable after a garbage collection; {@link Long#MAX_VALUE} if there is no limit
 */
public record CheckBudget(Duration time, long heapBytes) {

    /** The time of a budget without a time limit: longer than any check. */
    public static final Duration NO_TIME_LIMIT = Duration.ofNanos(Long.MAX_VALUE);

    /** The budget without limits. */
    public static final CheckBudget NONE = new CheckBudget(NO_TIME_LIMIT, Long.MAX_VALUE);

    /** Returns whether there is any limit. */
    public boolean isLimited() {
        return !equals(NONE);
    }

    /** Returns a budget that is twice as large, for a second try. */
    public CheckBudget twice() {
        return new CheckBudget(
                time.equals(NO_TIME_LIMIT) ? time : time.multipliedBy(2),
                heapBytes == Long.MAX_VALUE ? heapBytes : 2 * heapBytes);
    }

    /** Returns the budget as it is written on a command line. */
    @Override
    public String toString() {
        return Stream.of(
                        time.equals(NO_TIME_LIMIT) ? "" : "time=" + written(time),
                        heapBytes == Long.MAX_VALUE ? "" : "heap=" + (heapBytes >> 20) + "m")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(","));
    }

    private static String written(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
}

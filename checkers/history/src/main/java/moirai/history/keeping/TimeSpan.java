package moirai.history.keeping;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A span of the run's clock, its ends included. */
public record TimeSpan(long firstNanos, long lastNanos) {

    public TimeSpan {
        if (lastNanos < firstNanos) {
            throw new IllegalArgumentException("a span from " + firstNanos + " to " + lastNanos + " ns");
        }
    }

    /** Returns spans that cover the same times and do not overlap, in order. O(spans × log). */
    public static List<TimeSpan> joined(List<TimeSpan> spans) {
        var joined = new ArrayList<TimeSpan>();
        for (TimeSpan span : spans.stream()
                .sorted(Comparator.comparingLong(TimeSpan::firstNanos))
                .toList()) {
            if (!joined.isEmpty() && joined.getLast().lastNanos() >= span.firstNanos()) {
                TimeSpan last = joined.removeLast();
                joined.add(new TimeSpan(last.firstNanos(), Math.max(last.lastNanos(), span.lastNanos())));
            } else {
                joined.add(span);
            }
        }
        return joined;
    }

    /** Returns the span around a time. */
    public static TimeSpan around(long nanos, long beforeNanos, long afterNanos) {
        return new TimeSpan(nanos - beforeNanos, nanos + afterNanos);
    }
}

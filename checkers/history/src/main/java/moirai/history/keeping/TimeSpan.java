package moirai.history.keeping;

/** A span of the run's clock, its ends included. */
public record TimeSpan(long firstNanos, long lastNanos) {

    public TimeSpan {
        if (lastNanos < firstNanos) {
            throw new IllegalArgumentException("a span from " + firstNanos + " to " + lastNanos + " ns");
        }
    }

    /** Returns the span around a time. */
    public static TimeSpan around(long nanos, long beforeNanos, long afterNanos) {
        return new TimeSpan(nanos - beforeNanos, nanos + afterNanos);
    }
}

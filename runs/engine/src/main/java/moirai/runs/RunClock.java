package moirai.runs;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * A clock of the nanoseconds since the run began, shared by all threads of the run.
 *
 * @param started the moment of time 0, by the calendar
 * @param origin the reading of {@link System#nanoTime} at time 0
 */
public record RunClock(Instant started, long origin) implements LongSupplier {

    /** Returns a clock that begins now. */
    public static RunClock start() {
        return new RunClock(Instant.now(), System.nanoTime());
    }

    /**
     * Returns a clock that goes on with a run, at the time that has passed by the calendar since the run began, or at a
     * later time.
     *
     * <p>Real time decides about anomalies, so no transaction of a later part may seem to begin before one of an
     * earlier part has ended. Two things see to that: the reading begins at {@code nanosMin}, which is after all that
     * is recorded, and, usually far later, at the time that the calendar shows. What is promised then depends on what
     * was lost. If only the process ended, everything it saw is on the disk but the end of each session's last
     * transaction; that is indeterminate and has no end, so the first bound alone suffices, whatever the calendar was
     * set to. If the machine lost its power, the last seconds of the record may be missing, and transactions that
     * nobody knows of may have ended after all that is recorded: they are in no verdict either. For the intervals of
     * those that are known, the first bound is again enough. The calendar serves only people, who want to find a time
     * again.
     *
     * @param started when the run began
     * @param nanosMin the least reading
     */
    public static RunClock resume(Instant started, long nanosMin) {
        long nanos;
        try {
            nanos = Duration.between(started, Instant.now()).toNanos();
        } catch (ArithmeticException apart) {
            // The calendar was centuries off, at the start or now.
            nanos = nanosMin;
        }
        return new RunClock(started, System.nanoTime() - Math.max(nanos, nanosMin));
    }

    @Override
    public long getAsLong() {
        return System.nanoTime() - origin;
    }
}

package moirai.runs;

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

    @Override
    public long getAsLong() {
        return System.nanoTime() - origin;
    }
}

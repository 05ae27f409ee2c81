package moirai.nemesis.faults;

import java.time.Instant;
import java.util.Optional;

/**
 * A process that is not mistaken for a later one of the same number.
 *
 * @param startedMillis when it started, by the calendar, as the system rounds it; 0 if the system does not tell
 */
public record ProcessMark(long pid, long startedMillis) {

    /** The clock by which start times are reckoned may be set a little between two looks. */
    private static final long TOLERANCE_MILLIS = 2_000;

    /** The process of this number as it runs now; with start 0 if there is none. */
    public static ProcessMark of(long pid) {
        return new ProcessMark(
                pid, ProcessHandle.of(pid).map(ProcessMark::started).orElse(0L));
    }

    /** The process, if it still runs and is provably the one. */
    Optional<ProcessHandle> find() {
        return startedMillis == 0
                ? Optional.empty()
                : ProcessHandle.of(pid)
                        .filter(process -> Math.abs(started(process) - startedMillis) <= TOLERANCE_MILLIS);
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}

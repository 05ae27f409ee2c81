package moirai.nemesis.faults;

import java.time.Instant;
import java.util.Optional;

/**
 * A process, identified so that a later process with the same number is not mistaken for it.
 *
 * @param startedMillis when it started, since 1970, as the system rounds it; 0 if the system does not tell
 */
public record ProcessMark(long pid, long startedMillis) {

    /** The tolerance for start times: the clock that they are computed from may be set a little between two looks. */
    private static final long TOLERANCE_MILLIS = 2_000;

    /** Returns the mark of the process of this number as it runs now; with start 0 if there is none. */
    public static ProcessMark of(long pid) {
        return new ProcessMark(
                pid, ProcessHandle.of(pid).map(ProcessMark::started).orElse(0L));
    }

    /** Returns the process, if it still runs and is provably the same. */
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

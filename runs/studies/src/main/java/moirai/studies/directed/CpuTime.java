package moirai.studies.directed;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Seconds of processors, which other programs on the machine hardly change, unlike seconds of the clock. */
final class CpuTime {

    private CpuTime() {}

    /** Returns the seconds that this thread has had so far. */
    static double ofThread() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }

    /** Returns the seconds that this process has had so far, with start, compilation and garbage collection. */
    static double ofProcess() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1e3;
    }

    /** How long this process has been there, by the clock. */
    static double sinceStart() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    }
}

package moirai.studies.directed;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Processor time in seconds, on which other programs of the machine have little influence. */
final class CpuTime {

    private CpuTime() {}

    /** Returns the processor time of this thread. */
    static double ofThread() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }

    /** Returns the processor time of this process, including start, compilation and garbage collection. */
    static double ofProcess() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1e3;
    }

    /** Returns the seconds of the clock since this process started. */
    static double sinceStart() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    }
}

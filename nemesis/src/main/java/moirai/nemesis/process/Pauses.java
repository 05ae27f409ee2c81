package moirai.nemesis.process;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for processes, which give no notice when they are done, and for threads. Interruption does not cut a clean-up
 * short.
 */
public final class Pauses {

    private static final long BRIEF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Pauses() {}

    /** Waits ten milliseconds, or less. */
    public static void brief() {
        LockSupport.parkNanos(BRIEF_NANOS);
    }

    /** Waits for that long, or until this thread is interrupted, which it then still is. */
    public static void unlessInterrupted(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end of a thread. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the condition holds, at most that long, and returns whether it does. */
    public static boolean until(long timeoutMillis, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        boolean interrupted = false;
        try {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - deadline >= 0) {
                    return false;
                }
                // A pending interrupt would make every park return at once.
                interrupted |= Thread.interrupted();
                brief();
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

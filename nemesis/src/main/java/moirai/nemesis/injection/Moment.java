package moirai.nemesis.injection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A short wait between two steps of one fault. */
final class Moment {

    private Moment() {}

    /** Waits for that long, or until this thread is interrupted. */
    static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Math.max(1, Math.min(TimeUnit.MILLISECONDS.toNanos(50), end - System.nanoTime())));
        }
    }
}

package moirai.nemesis.injection;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** The end of a nemesis. All threads of the nemesis wait for it whenever they wait for something else. Thread-safe. */
final class Ending {

    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition come = lock.newCondition();
    private boolean hasCome;

    /** @param clock nanoseconds since the run began */
    Ending(LongSupplier clock) {
        this.clock = clock;
    }

    void begin() {
        lock.lock();
        try {
            hasCome = true;
            come.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until that time on the clock; returns false as soon as the end has come. */
    boolean awaitUntil(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos - clock.getAsLong();
            while (!hasCome && left > 0) {
                come.awaitNanos(left);
                left = nanos - clock.getAsLong();
            }
            return !hasCome;
        } finally {
            lock.unlock();
        }
    }
}

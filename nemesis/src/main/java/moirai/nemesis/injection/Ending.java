package moirai.nemesis.injection;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The end of a nemesis. All threads of the nemesis wait for it whenever they wait for something else. Thread-safe. */
final class Ending {

    private final LongSupplier clock;
    private final CountDownLatch come = new CountDownLatch(1);

    /** @param clock nanoseconds since the run began */
    Ending(LongSupplier clock) {
        this.clock = clock;
    }

    void begin() {
        come.countDown();
    }

    /** Waits until that time on the clock; returns false as soon as the end has come. */
    boolean awaitUntil(long nanos) throws InterruptedException {
        boolean hasCome = come.getCount() == 0;
        for (long left = nanos - clock.getAsLong(); !hasCome && left > 0; left = nanos - clock.getAsLong()) {
            hasCome = come.await(left, TimeUnit.NANOSECONDS);
        }
        return !hasCome;
    }
}

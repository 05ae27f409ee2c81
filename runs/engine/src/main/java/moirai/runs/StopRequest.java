package moirai.runs;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A request that a run end early: sessions finish their transaction and begin no other. Any thread may make it, and
 * repeatedly.
 */
public final class StopRequest {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final AtomicReference<Optional<ExitCode>> reason = new AtomicReference<>(Optional.empty());
    private final AtomicReference<String> because = new AtomicReference<>("");

    /**
     * Requests a stop with a reason. Of several reasons the one that ranks first is kept, not the earliest: the JVM
     * hands signals that come together to threads of their own, which may run in either order.
     */
    public void ask(ExitCode why) {
        reason.updateAndGet(before -> Optional.of(before.map(why::and).orElse(why)));
        asked.countDown();
    }

    /**
     * Requests a stop for a reason that has no exit code of its own: that of the verdict counts.
     *
     * @param why a clause; the first one is kept
     */
    public void ask(String why) {
        because.compareAndSet("", why);
        asked.countDown();
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Returns the reason in words for a stop without an exit code; empty if no such stop was requested. */
    public String because() {
        return because.get();
    }

    /** Returns the exit code of the stop; empty if none was requested, or only for reasons without one. */
    public Optional<ExitCode> reason() {
        return reason.get();
    }

    /** Waits until a stop is requested, but no longer than this time, and returns whether one was requested. */
    public boolean await(Duration atMost) throws InterruptedException {
        return asked.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}

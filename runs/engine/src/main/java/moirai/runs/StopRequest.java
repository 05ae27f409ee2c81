package moirai.runs;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Asks a run to end early: sessions finish their transaction and begin no other. Any thread may ask, also again. */
public final class StopRequest {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final AtomicReference<Optional<ExitCode>> reason = new AtomicReference<>(Optional.empty());

    /**
     * Asks with a reason. Of several the weightiest is kept, not the first: the JVM hands signals that come together
     * to threads of their own, which may run in either order.
     */
    public void ask(ExitCode why) {
        reason.updateAndGet(before -> Optional.of(before.map(why::and).orElse(why)));
        asked.countDown();
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Why; empty as long as nobody asked. */
    public Optional<ExitCode> reason() {
        return reason.get();
    }

    /** Waits, but no longer than until somebody asks; says whether somebody did. */
    public boolean await(Duration atMost) throws InterruptedException {
        return asked.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}

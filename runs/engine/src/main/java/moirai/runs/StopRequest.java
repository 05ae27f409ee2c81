package moirai.runs;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Asks a run to end early: sessions finish their transaction and begin no other. Any thread may ask, once. */
public final class StopRequest {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final AtomicReference<Optional<ExitCode>> reason = new AtomicReference<>(Optional.empty());

    /** Asks with a reason; of several, the first is kept. */
    public void ask(ExitCode why) {
        reason.compareAndSet(Optional.empty(), Optional.of(why));
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

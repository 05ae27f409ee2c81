package moirai.runs.sessions;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A wrapper that closes a source of sessions once, in a thread of its own, and waits for a bounded time. Dropping
 * tables and connections asks a database that may never answer, and that must not keep the run from being judged.
 */
public final class BoundedClose implements AutoCloseable {

    private static final Duration WAIT = Duration.ofSeconds(15);

    private final SessionSource source;
    private final AtomicReference<String> trouble = new AtomicReference<>("");
    private boolean closed;

    public BoundedClose(SessionSource source) {
        this.source = source;
    }

    /** Returns what may be left in the database; empty if it is clean, or not yet closed. */
    public Optional<String> trouble() {
        String text = trouble.get();
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Thread closing = Thread.ofPlatform().daemon().name("close-clients").start(this::closeNow);
        try {
            if (!closing.join(WAIT)) {
                trouble.set("the database did not answer the clean-up within " + WAIT.toSeconds()
                        + " s: Moirai's tables may still be there");
            }
        } catch (InterruptedException interrupted) {
            trouble.set("the clean-up was interrupted: Moirai's tables may still be there");
            Thread.currentThread().interrupt();
        }
    }

    private void closeNow() {
        try {
            source.close();
        } catch (RuntimeException failed) {
            trouble.set("clean-up incomplete: " + failed.getMessage());
        }
    }
}

package moirai.nemesis.machine;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.ServerProcess;

/*
 * Not a control group, though that would be finer: it needs root, there are two versions of it, and it outlives who
 * made it. A process that was stopped is woken by its watchdog if we die.
 */
/** Takes the processor away from a server most of the time, on a thread of its own. */
final class Starvation implements AutoCloseable {

    /**
     * The period: short for a session that waits for an answer, long for the two searches for all processes of the
     * server.
     */
    private static final int PERIOD_MILLIS = 300;

    private final Supplier<Optional<ServerProcess>> server;
    private final int runMillis;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread;

    /**
     * Begins the starvation.
     *
     * @param server the one that runs at the moment, if any
     * @param percent how much of the time is left to it
     */
    Starvation(Supplier<Optional<ServerProcess>> server, int percent) {
        if (percent < 1 || percent > 99) {
            throw new IllegalArgumentException("a share of " + percent + " %: expected 1 to 99");
        }
        this.server = server;
        this.runMillis = Math.max(1, PERIOD_MILLIS * percent / 100);
        this.thread = Thread.ofPlatform().daemon().name("starvation").start(this::run);
    }

    private void run() {
        try {
            boolean isEnded = false;
            while (!isEnded) {
                Optional<ServerProcess> stalled = server.get();
                stalled.ifPresent(ServerProcess::stall);
                try {
                    isEnded = end.await(PERIOD_MILLIS - runMillis, TimeUnit.MILLISECONDS);
                } finally {
                    stalled.ifPresent(ServerProcess::unstall);
                }
                isEnded = isEnded || end.await(runMillis, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the starvation, and returns when the server runs freely again. */
    @Override
    public void close() {
        end.countDown();
        Pauses.join(thread);
    }
}

package moirai.runs.alarms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import moirai.runs.report.Numbers;

/**
 * A thread that raises an alarm with one notice after the other, and a queue of the notices that wait. If the queue has
 * no room for a notice, the notice is dropped and counted, so the caller never waits.
 */
final class AlarmQueue implements AutoCloseable {

    private static final int WAITING_MAX = 64;

    private final Alarm alarm;
    private final Duration patience;
    private final ThreadPoolExecutor executor;
    private Optional<Future<?>> newest = Optional.empty();
    private int dropped;
    private int raised;
    private int failed;
    private String firstFailure = "";

    /** @param patience the time that waiting notices have when the run is over */
    AlarmQueue(Alarm alarm, Duration patience) {
        this(alarm, patience, WAITING_MAX);
    }

    AlarmQueue(Alarm alarm, Duration patience, int waitingMax) {
        this.alarm = alarm;
        this.patience = patience;
        this.executor = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(waitingMax),
                Thread.ofPlatform().daemon().name("alarm").factory());
    }

    /** Returns the option that asks for the alarm. */
    String option() {
        return alarm.option();
    }

    /** Puts a notice into the queue, if it has room. For one thread at a time. */
    void add(String notice) {
        try {
            newest = Optional.of(executor.submit(() -> raise(notice)));
        } catch (RejectedExecutionException full) {
            dropped++;
        }
    }

    private void raise(String notice) {
        try {
            count(alarm.raise(notice));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException broken) {
            // Not its message, which may repeat an address.
            count(Optional.of("it broke off: " + broken.getClass().getSimpleName()));
        }
    }

    private synchronized void count(Optional<String> failure) {
        raised++;
        failure.ifPresent(why -> {
            firstFailure = failed == 0 ? why : firstFailure;
            failed++;
        });
    }

    /**
     * Waits for the notices in the queue, drops those that wait for too long, and raises the alarm for the last time.
     *
     * @param last makes the last notice, of how many notices were dropped
     * @return sentences about what went wrong
     */
    List<String> finish(IntFunction<String> last) throws InterruptedException {
        settle(patience);
        dropped += executor.getQueue().size();
        executor.getQueue().clear();
        add(last.apply(dropped));
        // The alarm that is being raised may take as long as the last one.
        boolean isTold = settle(patience.multipliedBy(2));
        List<String> troubles = troubles();
        if (!isTold) {
            troubles.add(alarm.option() + ": the last call did not end in time");
        }
        return troubles;
    }

    /** Waits until the newest notice is delivered, and returns whether it is. */
    boolean settle(Duration atMost) throws InterruptedException {
        try {
            if (newest.isPresent()) {
                newest.get().get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException broken) {
            throw new IllegalStateException("an alarm ended without a result", broken);
        }
    }

    private synchronized List<String> troubles() {
        var troubles = new ArrayList<String>();
        if (failed > 0) {
            String of = raised == 1 ? "" : " (" + failed + " of " + raised + " calls failed)";
            troubles.add(alarm.option() + ": " + firstFailure + of);
        }
        if (dropped > 0) {
            troubles.add(alarm.option() + ": " + Numbers.counted(dropped, "kind") + " of anomaly had no call of "
                    + (dropped == 1 ? "its" : "their") + " own, as earlier calls took too long; the last call has all");
        }
        return troubles;
    }

    /** Interrupts the alarm that is being raised, and drops all others. */
    @Override
    public void close() {
        executor.shutdownNow();
    }
}

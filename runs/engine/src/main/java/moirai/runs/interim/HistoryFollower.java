package moirai.runs.interim;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import moirai.history.HistoryFormatException;
import moirai.history.level.IsolationLevel;

/**
 * Judges the history of a run while it is recorded, on a thread of its own: as fast as it grows, each transaction once.
 * An anomaly that was told is never withdrawn. When the run is over, {@link #rest} judges what is left.
 */
public final class HistoryFollower implements AutoCloseable {

    /** The time between two looks at files that do not grow. */
    private static final Duration REST = Duration.ofMillis(200);

    /** The time after which what has arrived is judged, however little it is. */
    private static final Duration JUDGE_AFTER = Duration.ofSeconds(1);

    private static final Duration END_WAIT = Duration.ofSeconds(60);

    private final StreamedCheck check;
    private final IsolationLevel expect;
    private final Consumer<InterimVerdict> listener;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile Optional<Throwable> failure = Optional.empty();

    private HistoryFollower(Path history, IsolationLevel expect, Consumer<InterimVerdict> listener, int writersBefore) {
        this.check = StreamedCheck.following(history, writersBefore);
        this.expect = expect;
        this.listener = listener;
        this.thread = Thread.ofPlatform().daemon().name("history-follower").unstarted(this::run);
    }

    /**
     * Begins to follow.
     *
     * @param history the directory with the segments
     * @param listener called by the thread that judges, about once a second, until {@link #rest} or {@link #close}
     */
    public static HistoryFollower start(Path history, IsolationLevel expect, Consumer<InterimVerdict> listener) {
        return start(history, expect, listener, 0);
    }

    /**
     * Begins to follow a part of a run, from the first transaction of the run.
     *
     * @param writersBefore the number of writers of the parts before, which may all have closed their files
     */
    public static HistoryFollower start(
            Path history, IsolationLevel expect, Consumer<InterimVerdict> listener, int writersBefore) {
        var follower = new HistoryFollower(history, expect, listener, writersBefore);
        follower.thread.start();
        return follower;
    }

    private void run() {
        try {
            long judged = System.nanoTime();
            boolean goesOn = true;
            while (goesOn) {
                boolean isDue = System.nanoTime() - judged >= JUDGE_AFTER.toNanos();
                int taken = check.step(isDue);
                if (isDue) {
                    judged = System.nanoTime();
                    listener.accept(check.verdict(expect));
                }
                goesOn = check.other().isEmpty()
                        && !check.isEnd()
                        && !closed.await(taken > 0 ? 0 : REST.toNanos(), TimeUnit.NANOSECONDS);
            }
            listener.accept(check.verdict(expect));
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | OutOfMemoryError broken) {
            failure = Optional.of(broken);
            System.getLogger(HistoryFollower.class.getName()).log(System.Logger.Level.WARNING, "judging a run", broken);
        }
    }

    /**
     * Judges what is left, when the run is over and everything is recorded; empty if this could not follow, so that the
     * history has to be judged anew.
     *
     * @throws HistoryFormatException if the files are damaged
     */
    public Optional<Streamed> rest() throws InterruptedException {
        closed.countDown();
        thread.join(END_WAIT);
        if (thread.isAlive() || failure.isPresent() || check.other().isPresent()) {
            return Optional.empty();
        }
        check.finish();
        while (!check.isEnd()) {
            check.step(false);
        }
        return Optional.of(check.result());
    }

    /** Returns how many transactions were taken in. */
    public long txns() {
        return check.progress().txns();
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(END_WAIT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!thread.isAlive()) {
            check.close();
        }
    }
}

package moirai.runs.interim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import moirai.history.HistoryFormatException;
import moirai.history.keeping.Keep;
import moirai.history.level.IsolationLevel;

/**
 * Judges the history of a run while it is recorded, on a thread of its own: as fast as it grows, each transaction once.
 * An anomaly that was told is never withdrawn. When the run is over, {@link #rest} judges what is left.
 */
public final class HistoryFollower implements AutoCloseable {

    /** The time between two looks at files that do not grow. */
    private static final Duration REST = Duration.ofMillis(200);

    /** The time after which what has arrived is judged, however little it is, if that takes little time itself. */
    private static final Duration JUDGE_AFTER = Duration.ofSeconds(1);

    /** The time after which it is judged in any case. */
    private static final Duration JUDGE_WITHIN = Duration.ofSeconds(3);

    /** The pause before the next judgement, in times of what the last one took: the run needs the machine, too. */
    private static final int TIMES = 10;

    private static final Duration END_WAIT = Duration.ofSeconds(60);

    private final StreamedCheck check;
    private final IsolationLevel expect;
    private final Consumer<InterimVerdict> listener;
    private final Optional<FollowedKeeping> keeping;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile Optional<Throwable> failure = Optional.empty();

    private HistoryFollower(
            StreamedCheck check,
            IsolationLevel expect,
            Optional<FollowedKeeping> keeping,
            Consumer<InterimVerdict> listener) {
        this.keeping = keeping;
        this.check = check;
        if (keeping.isPresent()) {
            check.remember();
        }
        this.expect = expect;
        this.listener = listener;
        this.thread = Thread.ofPlatform().daemon().name("history-follower").unstarted(this::run);
    }

    /** Begins to follow, and drops nothing. See {@link #start(Path, IsolationLevel, Keep, Consumer)}. */
    public static HistoryFollower start(Path history, IsolationLevel expect, Consumer<InterimVerdict> listener) {
        return start(history, expect, Keep.all(), listener);
    }

    /**
     * Begins to follow.
     *
     * @param history the directory with the segments
     * @param keep what stays in the directory; all else is dropped once it is judged
     * @param listener called by the thread that judges, every one to three seconds, until {@link #rest} or
     *     {@link #close}
     * @throws UncheckedIOException if segments cannot be dropped from the directory
     */
    public static HistoryFollower start(
            Path history, IsolationLevel expect, Keep keep, Consumer<InterimVerdict> listener) {
        return ofPart(history, 0, expect, keep, listener);
    }

    /**
     * Begins to follow a part of a run, from the first transaction of the run that is there.
     *
     * @param writersBefore the number of writers of the parts before, which may all have closed their files
     */
    public static HistoryFollower ofPart(
            Path history, int writersBefore, IsolationLevel expect, Keep keep, Consumer<InterimVerdict> listener) {
        // First: it deletes what an earlier process has named and not deleted.
        Optional<FollowedKeeping> keeping = keeping(history, keep);
        var follower = new HistoryFollower(StreamedCheck.following(history, writersBefore), expect, keeping, listener);
        follower.thread.start();
        return follower;
    }

    private static Optional<FollowedKeeping> keeping(Path history, Keep keep) {
        return switch (keep) {
            case Keep.All all -> Optional.empty();
            case Keep.Recent recent -> {
                try {
                    yield Optional.of(new FollowedKeeping(history, recent));
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
        };
    }

    private void run() {
        try {
            long judged = System.nanoTime();
            long pauseNanos = JUDGE_AFTER.toNanos();
            boolean goesOn = true;
            while (goesOn) {
                long begun = System.nanoTime();
                boolean isDue = begun - judged >= pauseNanos;
                int taken = check.step(isDue);
                if (isDue) {
                    judged = System.nanoTime();
                    pauseNanos = Math.clamp(TIMES * (judged - begun), JUDGE_AFTER.toNanos(), JUDGE_WITHIN.toNanos());
                    InterimVerdict verdict = check.verdict(expect);
                    listener.accept(verdict);
                    keeping.filter(keeper -> closed.getCount() > 0).ifPresent(keeper -> keeper.after(check, verdict));
                }
                goesOn = !check.isEnd() && !closed.await(taken > 0 ? 0 : REST.toNanos(), TimeUnit.NANOSECONDS);
            }
            listener.accept(check.verdict(expect));
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } catch (Throwable broken) {
            failure = Optional.of(broken);
            System.getLogger(HistoryFollower.class.getName()).log(System.Logger.Level.WARNING, "judging a run", broken);
        }
    }

    /** Ends what goes on beside the run: nothing is dropped afterwards. */
    public void stop() throws InterruptedException {
        closed.countDown();
        thread.join(END_WAIT);
    }

    /**
     * Judges what is left, when the run is over and everything is recorded; empty if this could not follow, so that the
     * history has to be judged anew.
     *
     * @throws HistoryFormatException if the files are damaged
     */
    public Optional<Streamed> rest() throws InterruptedException {
        stop();
        if (thread.isAlive() || failure.isPresent()) {
            return Optional.empty();
        }
        check.finish();
        while (!check.isEnd()) {
            check.step(false);
        }
        return Optional.of(check.result());
    }

    /** Returns what parts before have dropped of the history. */
    public DroppedBefore dropped() {
        return check.dropped();
    }

    /** Returns a sentence on what could not be dropped; empty if all went well. Valid after {@link #rest}. */
    public String trouble() {
        return keeping.map(FollowedKeeping::trouble).orElse("");
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

package moirai.mockstore.locks;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The lock that makes every step of a store atomic for all its sessions, and lets sessions wait for each other. */
public final class StoreLock {

    /**
     * A limit of a session's own for one wait.
     *
     * @param millis how long it may last; 0 without a limit
     * @param isWaiting returns whether the session still waits for what the limit is for
     * @param complaint the message of the failure (SQLSTATE 55P03)
     */
    public record Limit(int millis, BooleanSupplier isWaiting, String complaint) {

        /** A limit that never ends a wait. */
        public static final Limit NONE = new Limit(0, () -> false, "");

        private boolean isPassed(long nanos) {
            return millis > 0 && nanos >= TimeUnit.MILLISECONDS.toNanos(millis) && isWaiting.getAsBoolean();
        }

        /** Returns how long to wait at most before the limit is looked at again. */
        private long rest(long nanos, long nanosMax) {
            long rest = TimeUnit.MILLISECONDS.toNanos(millis) - nanos;
            return rest > 0 ? Math.min(rest, nanosMax - nanos) : nanosMax - nanos;
        }
    }

    /** A session that waits, with what it waits for; no two are equal. */
    private record Waiting(BooleanSupplier condition, Condition wakening) {}

    private final ReentrantLock lock = new ReentrantLock();
    /** The sessions that wait, in the order in which they came. */
    private final Set<Waiting> waiting = new LinkedHashSet<>();

    private final int waitMillisMax;
    private final BiFunction<String, String, ? extends RuntimeException> failures;

    /**
     * Creates an open lock.
     *
     * @param waitMillisMax how long a session waits before it fails
     * @param failures returns the exception with an SQLSTATE and a message
     */
    public StoreLock(int waitMillisMax, BiFunction<String, String, ? extends RuntimeException> failures) {
        this.waitMillisMax = waitMillisMax;
        this.failures = failures;
    }

    public <T> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }

    public void run(Runnable step) {
        locked(() -> {
            step.run();
            return true;
        });
    }

    /** Lets other sessions take steps while this one, whose thread has locked this lock once, does something else. */
    public void unlocked(Runnable other) {
        if (lock.getHoldCount() != 1) {
            throw new IllegalStateException("locked " + lock.getHoldCount() + " times");
        }
        lock.unlock();
        try {
            other.run();
        } finally {
            lock.lock();
        }
    }

    /** Wakes the waiting sessions whose conditions hold now. O(waiting sessions). */
    public void changed() {
        for (Waiting session : waiting) {
            if (session.condition.getAsBoolean()) {
                session.wakening.signal();
            }
        }
    }

    /**
     * Waits until the condition holds, and lets other sessions take steps meanwhile.
     *
     * @throws RuntimeException if that takes too long (SQLSTATE 55P03), or the thread is interrupted (57014)
     */
    public void await(BooleanSupplier condition, Supplier<String> complaint) {
        await(condition, Limit.NONE, complaint);
    }

    /** Does what {@link #await(BooleanSupplier, Supplier)} does, no longer than another limit allows as well. */
    public void await(BooleanSupplier condition, Limit limit, Supplier<String> complaint) {
        if (condition.getAsBoolean()) {
            return;
        }
        var session = new Waiting(condition, lock.newCondition());
        waiting.add(session);
        try {
            // In lock step it may be the one for whom the others wait.
            changed();
            awaitWakening(session, limit, complaint);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw failures.apply("57014", "interrupted while waiting");
        } finally {
            waiting.remove(session);
        }
    }

    private void awaitWakening(Waiting session, Limit limit, Supplier<String> complaint) throws InterruptedException {
        long nanosMax = TimeUnit.MILLISECONDS.toNanos(waitMillisMax);
        long begin = System.nanoTime();
        while (!session.condition.getAsBoolean()) {
            long nanos = System.nanoTime() - begin;
            if (nanos >= nanosMax) {
                throw failures.apply("55P03", complaint.get());
            }
            if (limit.isPassed(nanos)) {
                throw failures.apply("55P03", limit.complaint);
            }
            session.wakening.awaitNanos(limit.rest(nanos, nanosMax));
        }
    }
}

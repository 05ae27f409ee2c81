package moirai.junit.weak;

import static java.util.Objects.requireNonNull;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A call in a thread of its own, which waits for its turn before each transaction, or each statement at a level of
 * statements. Guarded by its round's lock.
 */
final class Party implements Runnable {

    /** The states of a party's thread. */
    enum State {
        NEW,
        RUNNING,
        WAITING,
        ENDED
    }

    /** Ends a thread whose round is over. An error, since programs catch exceptions. */
    static final class RoundOverError extends Error {

        private static final long serialVersionUID = 1L;

        RoundOverError() {
            super("the test has ended", null, false, false);
        }
    }

    private static final ThreadLocal<@Nullable Party> CURRENT = new ThreadLocal<>();
    private static final int FRAMES_SHOWN = 5;
    /** How the names of classes begin that say nothing of where an application is. */
    private static final List<String> OTHERS = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.zaxxer.hikari.",
            "org.hibernate.",
            "org.jooq.",
            "org.junit.",
            "org.springframework.",
            "moirai.mockstore.",
            "moirai.junit.weak.",
            "moirai.junit.WeakStore",
            "moirai.junit.LevelExtension");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int number;
    private final String name;
    private final Call call;
    private final ReentrantLock lock;
    private final Condition changed;
    private final ClassLoader loader;
    private final Condition granted;
    private @Nullable Thread thread;
    private State state = State.NEW;
    private boolean isGranted;
    /** Returns whether the party could go on if it had its turn. */
    private BooleanSupplier isPossible = () -> true;

    private boolean isOver;
    private @Nullable Throwable thrown;
    private int pending;

    /**
     * Creates a party that has not begun.
     *
     * @param number the number of the session, from 0
     * @param changed signalled whenever the party waits or has ended
     */
    Party(int number, String name, Call call, ReentrantLock lock, Condition changed) {
        this.number = number;
        this.name = name;
        this.call = call;
        this.lock = lock;
        this.changed = changed;
        this.granted = lock.newCondition();
        this.loader = Thread.currentThread().getContextClassLoader();
    }

    /** Returns the party of the calling thread; empty if the thread runs no call. */
    static Optional<Party> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    State state() {
        return state;
    }

    Ended ended() {
        return new Ended(name, thrown);
    }

    @Override
    public void run() {
        Thread own = Thread.currentThread();
        ClassLoader before = own.getContextClassLoader();
        own.setContextClassLoader(loader);
        CURRENT.set(this);
        lock.lock();
        try {
            thread = own;
        } finally {
            lock.unlock();
        }
        Throwable failure = null;
        try {
            call.run();
        } catch (RoundOverError over) {
            // Nobody is interested any more.
        } catch (Throwable any) {
            failure = any;
        } finally {
            CURRENT.remove();
            own.setContextClassLoader(before);
            end(failure);
        }
    }

    private void end(@Nullable Throwable failure) {
        lock.lock();
        try {
            thrown = failure;
            thread = null;
            state = State.ENDED;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Records that the party is about to run. */
    void begins() {
        state = State.RUNNING;
    }

    /**
     * Waits for the next turn. Does nothing while a transaction of the party is pending, because another party could
     * wait for its locks, unless the turns are those of statements.
     */
    void awaitTurn(boolean isByStatement) {
        if (pending == 0 || isByStatement) {
            pass();
        }
    }

    /**
     * Waits for the turn of the next statement or the end of a transaction.
     *
     * @param condition whether the party can go on at all
     */
    void awaitStep(BooleanSupplier condition) {
        isPossible = condition;
        pass();
        isPossible = () -> true;
    }

    /** Returns whether the party waits for its turn and for nothing else. */
    boolean isAble() {
        return state == State.WAITING && isPossible.getAsBoolean();
    }

    /** Records that a transaction of the party has begun, and lets others run before its first step if asked to. */
    void began(boolean mayYield) {
        pending++;
        if (mayYield && pending == 1) {
            pass();
        }
    }

    void endedTxn() {
        pending--;
    }

    private void pass() {
        lock.lock();
        try {
            state = State.WAITING;
            changed.signalAll();
            while (!isGranted && !isOver) {
                granted.awaitUninterruptibly();
            }
            isGranted = false;
            state = State.RUNNING;
            if (isOver) {
                throw new RoundOverError();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets the waiting party go on. */
    void grant() {
        isGranted = true;
        state = State.RUNNING;
        granted.signal();
    }

    /** Makes the party end at its next turn, at once if it waits for one. */
    void giveUp() {
        isOver = true;
        granted.signal();
        if (thread != null && state == State.RUNNING) {
            thread.interrupt();
        }
    }

    /**
     * Returns whether the thread waits for something other than its turn, such as a connection of a pool. One that
     * sleeps waits for nobody: it goes on by itself, however long that takes.
     */
    boolean isHeldUp() {
        // A thread that has its turn may not have woken yet.
        return thread != null
                && state == State.RUNNING
                && !isGranted
                && switch (thread.getState()) {
                    case BLOCKED, WAITING -> true;
                    case TIMED_WAITING -> !isAsleep(thread);
                    case NEW, RUNNABLE, TERMINATED -> false;
                };
    }

    private static boolean isAsleep(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .limit(FRAMES_SHOWN)
                .anyMatch(frame -> frame.getClassName().equals(Thread.class.getName())
                        && frame.getMethodName().startsWith("sleep"));
    }

    /** Returns whether the thread waits for a lock that one of the others holds. */
    boolean isHeldUpBy(List<Party> others) {
        if (!isHeldUp()) {
            return false;
        }
        ThreadInfo info = THREADS.getThreadInfo(requireNonNull(thread).threadId());
        return info != null
                && others.stream()
                        .anyMatch(other -> other.thread != null && other.thread.threadId() == info.getLockOwnerId());
    }

    /** Returns how often the thread has begun to wait so far. */
    long waits() {
        ThreadInfo info = thread == null ? null : THREADS.getThreadInfo(thread.threadId());
        return info == null ? 0 : info.getWaitedCount() + info.getBlockedCount();
    }

    /** Returns the place where the thread is, for a message: in the application or its libraries, if it is in them. */
    String place() {
        return thread == null ? "nowhere" : place(thread);
    }

    /** Returns the place where a thread is, as {@link #place()} does. */
    static String place(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
        boolean isInTheirs = Arrays.stream(frames).anyMatch(Party::isTheirs);
        return Arrays.stream(frames)
                .filter(frame -> !isInTheirs || isTheirs(frame))
                .limit(FRAMES_SHOWN)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(", called by "));
    }

    private static boolean isTheirs(StackTraceElement frame) {
        return OTHERS.stream().noneMatch(frame.getClassName()::startsWith);
    }
}

package moirai.mockstore.wire;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets another connection stop the statement that a session runs, and never the statement after it: while it waits, for
 * a lock or for its turn, and while it looks at rows.
 */
final class Cancellation {

    private final ReentrantLock lock = new ReentrantLock();
    private boolean isRunning;

    /** Allows cancellation from now on. Called on the session's thread. */
    void begin() {
        set(true);
    }

    /** Forbids cancellation from now on. Called on the session's thread. */
    void end() {
        set(false);
        // A request that came too late for the statement is forgotten.
        boolean ignored = Thread.interrupted();
    }

    private void set(boolean running) {
        lock.lock();
        try {
            isRunning = running;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Cancels the session's statement. Called on any thread.
     *
     * @return whether one is running
     */
    boolean cancel(Thread session) {
        lock.lock();
        try {
            if (isRunning) {
                session.interrupt();
            }
            return isRunning;
        } finally {
            lock.unlock();
        }
    }
}

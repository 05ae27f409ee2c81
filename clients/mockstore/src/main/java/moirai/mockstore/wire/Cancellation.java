package moirai.mockstore.wire;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets another connection stop the statement that a session runs, and never the one after it. What stops is a statement
 * that waits, for a lock or for its turn; all else takes no time.
 */
final class Cancellation {

    private final ReentrantLock lock = new ReentrantLock();
    private boolean isRunning;

    /** On the session's thread: what follows may be stopped. */
    void begin() {
        set(true);
    }

    /** On the session's thread: what follows must not be stopped any more. */
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

    /** On any thread. */
    void cancel(Thread session) {
        lock.lock();
        try {
            if (isRunning) {
                session.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }
}

package moirai.exploration.jdbc;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import moirai.mockstore.StoreException;

/** A gate between the search and the thread of one session, only one of which runs at a time. */
final class Turnstile {

    private static final int SLICES = 10;

    private final Semaphore granted = new Semaphore(0);
    private final Semaphore arrived = new Semaphore(0);

    /** Blocks the session until its turn, however long that takes. */
    void pass() {
        arrived.release();
        granted.acquireUninterruptibly();
    }

    /** Records that the session has ended. */
    void leave() {
        arrived.release();
    }

    /** Lets the session go on. */
    void grant() {
        granted.release();
    }

    /**
     * Blocks the search until the session waits or has ended.
     *
     * @param millisMax the time limit, measured in parts; if the process is suspended meanwhile, at most one part
     *    counts
     * @return false if the limit is exceeded
     */
    boolean await(int millisMax) {
        try {
            for (int slice = 0; slice < SLICES; slice++) {
                if (arrived.tryAcquire(Math.max(1, millisMax / SLICES), TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
            return false;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StoreException("57014", "interrupted while exploring");
        }
    }
}

package moirai.exploration.jdbc;

import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import moirai.mockstore.StoreException;

/**
 * Between the search, which says whose turn it is, and the sessions' threads, one of which waits for that in the name
 * of all: so one of them runs at a time, or the search does.
 */
final class Turnstile {

    /** Longer than any transaction that reads from memory takes. */
    private static final long SECONDS_MAX = 60;

    /** The sessions that wait to begin a transaction. */
    private final BlockingQueue<IntSet> arrived = new ArrayBlockingQueue<>(1);

    private final BlockingQueue<Integer> granted = new ArrayBlockingQueue<>(1);

    /** All sessions that are left wait; called by the thread of one of them. Returns the place of the next. */
    int pass(IntList sessions) {
        arrived.add(new IntOpenHashSet(sessions));
        return sessions.indexOf(take(granted).intValue());
    }

    /** No session is left; called by the thread that ends last. */
    void finished() {
        arrived.add(IntSet.of());
    }

    /** The search waits until all sessions wait or have ended; returns those that wait. */
    IntSet awaitAll() {
        return take(arrived);
    }

    /** The search lets a session go on. */
    void grant(int session) {
        granted.add(session);
    }

    private static <T> T take(BlockingQueue<T> queue) {
        try {
            T taken = queue.poll(SECONDS_MAX, TimeUnit.SECONDS);
            if (taken == null) {
                throw new StoreException(
                        "55P03",
                        "a session did nothing for " + SECONDS_MAX + " s: does it wait for something other than the"
                                + " database?");
            }
            return taken;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StoreException("57014", "interrupted while exploring");
        }
    }
}

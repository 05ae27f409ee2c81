package moirai.generators;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import moirai.history.Seed;
import moirai.history.TxnPlan;

/**
 * The endless stream of plans that a workload and a seed give; all sessions of a run draw from one.
 *
 * <p>Plan number k of the stream is always the same, however many threads draw and whatever they do; where plans come
 * in turns, turn number k is. Elements of a
 * key are 1, 2, 3, … in the order of the stream, so no two plans append the same element to the same key, and keys
 * are numbered from 0 in the order in which they come alive.
 *
 * <p>Safe for any number of threads. Give the stream a seed of its own ({@link Seed#part}), or it follows the same
 * random numbers as whatever else starts from that seed.
 */
public final class TxnGenerator {

    /*
     * Why one stream behind a lock. Sessions must meet on the same live keys, or nothing contends, and must never
     * append the same element. Both need shared state: with a window for each session, sessions drift apart as soon
     * as one is slower than another, and then hardly share a key. The lock is held for the making of one plan, well
     * under a microsecond; a session asks for it once per round trip to a database, before its interval starts, so
     * nothing of it is ever measured. Batches would leave sessions with plans whose keys the others have left.
     * Measured on 2 cores with 1000 platform threads and a pause for the round trip: 10,000 and 95,000 draws a second
     * with the lock, and the same with a generator for each thread. Only when the draws alone fill the processors,
     * at some 200,000 a second, does the lock cost throughput.
     */

    private final ReentrantLock lock = new ReentrantLock();

    private final KeyNumbers keys;
    private final PlanStream plans;
    private final ArrayDeque<TxnPlan> later = new ArrayDeque<>();

    public TxnGenerator(Workload workload, Seed seed) {
        this(workload, seed, 0);
    }

    /**
     * Creates a stream whose keys are numbered from another number on: otherwise it is the same.
     *
     * @throws IllegalArgumentException if the keys are accounts, which are the same for ever
     */
    public TxnGenerator(Workload workload, Seed seed, int firstKey) {
        if (firstKey < 0 || firstKey > Integer.MAX_VALUE - workload.keyCount()) {
            throw new IllegalArgumentException(
                    "keys from " + firstKey + " on: expected 0 or more, and room for " + workload.keyCount());
        }
        if (firstKey > 0 && workload.structure() == Structure.ACCOUNTS) {
            throw new IllegalArgumentException("accounts begin at key 0, and not at " + firstKey);
        }
        this.keys = new KeyNumbers(firstKey);
        this.plans = PlanStream.of(workload, new Draws(seed), keys);
    }

    /**
     * Returns the next plan of the stream, for callers that are one session, or run recipes without turns.
     *
     * @see #session()
     */
    public TxnPlan next() {
        lock.lock();
        try {
            return later.isEmpty() ? plans.next(later) : later.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns what one session is to draw from: where plans come in turns, the plans of a turn go to one session.
     */
    public SessionPlans session() {
        return new SessionPlans(this);
    }

    /** Returns the next plan of the stream, and adds those that follow it in its turn. */
    TxnPlan next(Queue<TxnPlan> others) {
        lock.lock();
        try {
            return plans.next(others);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the end of the keys that have come alive, which are those from the first. No plan so far changes another.
     */
    public int keyCount() {
        lock.lock();
        try {
            return keys.next();
        } finally {
            lock.unlock();
        }
    }
}

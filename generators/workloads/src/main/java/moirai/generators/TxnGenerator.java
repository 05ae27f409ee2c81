package moirai.generators;

import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import moirai.history.Seed;
import moirai.history.TxnPlan;

/**
 * The endless stream of plans that a workload and a seed give; all sessions of a run draw from one.
 *
 * <p>Plan number k of the stream is always the same, however many threads draw and whatever they do. Elements of a
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
     *
     * Random bits come from SplittableRandom.nextLong alone, and are cut to ranges here: the bounded methods of the
     * JDK do not promise to stay the same from release to release.
     */

    private final ReentrantLock lock = new ReentrantLock();

    private final SplittableRandom random;
    private final SlotSampler sampler;
    private final int maxWritesPerKey;
    private final int maxTxnLength;

    /** An op is a read if its 53 random bits are below this. */
    private final long readThreshold;

    /** An op is a scan if its 53 random bits are below this. */
    private final long scanThreshold;

    private final int scanWidth;

    private final Structure structure;
    private final OpMix.Amounts amounts;

    /** The window: the live key of each slot. */
    private final int[] keys;

    private final int[] appendCounts;
    /** No plan names a key below this one. */
    private final int firstKey;

    private int nextKey;

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
        this.firstKey = firstKey;
        this.nextKey = firstKey;
        this.random = seed.generator();
        this.sampler = SlotSampler.of(workload.keyDistribution(), workload.keyCount());
        this.maxWritesPerKey = workload.maxWritesPerKey();
        this.maxTxnLength = workload.maxTxnLength();
        this.readThreshold = (long) (workload.readShare() * 0x1p53);
        this.scanThreshold = (long) (workload.scans().share() * 0x1p53);
        this.scanWidth = workload.scans().width();
        this.structure = workload.structure();
        this.amounts = workload.amounts();
        this.keys = new int[workload.keyCount()];
        this.appendCounts = new int[workload.keyCount()];
        for (int slot = 0; slot < keys.length; slot++) {
            keys[slot] = nextKey++;
        }
    }

    /** Returns the next plan of the stream. */
    public TxnPlan next() {
        lock.lock();
        try {
            return structure == Structure.ACCOUNTS ? onAccounts() : generate();
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
            return nextKey;
        } finally {
            lock.unlock();
        }
    }

    private TxnPlan generate() {
        int opCount = 1 + below(maxTxnLength);
        var plan = new TxnPlan.Builder(structure.model(), opCount);
        for (int i = 0; i < opCount; i++) {
            // Without scans nothing is drawn for them: recipes from before there were any give the same plans.
            if (scanThreshold > 0 && random.nextLong() >>> 11 < scanThreshold) {
                scan(plan);
                continue;
            }
            boolean read = random.nextLong() >>> 11 < readThreshold;
            int slot = sampler.slot(random.nextLong());
            if (read) {
                plan.read(keys[slot]);
            } else {
                change(slot, plan);
            }
        }
        return plan.build();
    }

    /** Returns a plan that reads all accounts, or moves money from an account that it has read to another. */
    private TxnPlan onAccounts() {
        if (random.nextLong() >>> 11 < readThreshold) {
            var read = new TxnPlan.Builder(structure.model(), keys.length);
            for (int account : keys) {
                read.read(account);
            }
            return read.build();
        }
        int from = sampler.slot(random.nextLong());
        int to = (from + 1 + below(keys.length - 1)) % keys.length;
        int amount = 1 + below(amounts.max());
        var transfer = new TxnPlan.Builder(structure.model(), 3)
                .read(keys[from])
                .change(keys[from], -amount)
                .change(keys[to], amount);
        return (amounts.negativeBalances() ? transfer : transfer.guarded()).build();
    }

    private int below(int bound) {
        return (int) Math.unsignedMultiplyHigh(random.nextLong(), bound);
    }

    /** Scans a range with a live key in it; about half of the ranges include keys that are still unborn. */
    private void scan(TxnPlan.Builder plan) {
        int live = keys[sampler.slot(random.nextLong())];
        int before = below(scanWidth);
        int from = Math.max(firstKey, live - before);
        plan.scan(from, Math.min(from, Integer.MAX_VALUE - scanWidth) + scanWidth - 1);
    }

    /**
     * Appends, writes or adds the next element to the key in {@code slot}, or increments it, after a fresh key took the
     * place of a full one.
     *
     * <p>As in Elle, a full key stays readable until the next append would hit it: a read that sees the last element
     * proves the order of the last two. Elle then draws the op anew, which favours reads a little; here the op stays an
     * append.
     */
    private void change(int slot, TxnPlan.Builder plan) {
        if (appendCounts[slot] == maxWritesPerKey) {
            if (nextKey < 0) {
                throw new IllegalStateException("all " + Integer.MAX_VALUE + " keys are used up: end this run, or"
                        + " choose max-writes-per-key above " + maxWritesPerKey);
            }
            keys[slot] = nextKey++;
            appendCounts[slot] = 0;
        }
        appendCounts[slot]++;
        plan.change(keys[slot], structure == Structure.COUNTERS ? 1 + below(amounts.max()) : appendCounts[slot]);
    }
}

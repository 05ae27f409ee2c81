package moirai.clients.memory;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayDeque;
import moirai.history.Seed;

/**
 * Lists by key, in versions, with optimistic transactions. Not thread-safe: transactions are interleaved, not parallel.
 *
 * <p>Memory is bounded by the number of keys and by how long transactions stay open: a version is dropped when no open
 * transaction can see it any more, and the list that was not used for longest retires when there are more than
 * {@value #KEY_COUNT_MAX}. Of a retired list only the key is kept (some eight bytes), so that using it again is an
 * error and not a wrong answer.
 */
public final class MemoryDatabase {

    /** The number of lists that are kept. */
    public static final int KEY_COUNT_MAX = 1 << 17;

    /** The age in commits of the freshest snapshot that a stale read gets. */
    static final int STALENESS_MIN = 32;
    /** The age in commits of the oldest snapshot that a stale read gets. */
    static final int STALENESS_MAX = 64;
    /**
     * The number of newest commits of a snapshot among which a long fork hides one; dependencies are kept for 63
     * commits.
     */
    static final int HIDDEN_AGE_MAX = 16;

    private final MemoryIsolation isolation;
    private final BugTrigger trigger;
    /** The lists by key, from the least to the most recently used. */
    private final Int2ObjectLinkedOpenHashMap<VersionedList> lists = new Int2ObjectLinkedOpenHashMap<>();

    private final IntOpenHashSet retiredKeys = new IntOpenHashSet();
    /** The open transactions in order of begin; those that have ended leave when they come to the front. */
    private final ArrayDeque<MemoryTxn> open = new ArrayDeque<>();

    private long lastCommit;

    private MemoryDatabase(MemoryIsolation isolation, BugTrigger trigger) {
        this.isolation = isolation;
        this.trigger = trigger;
    }

    /** Makes a database that keeps what it promises. */
    public static MemoryDatabase honest(MemoryIsolation isolation) {
        return new MemoryDatabase(isolation, new BugTrigger(PlantedBug.LOST_UPDATE, 0, new Seed(0)));
    }

    /**
     * Makes a database that is strictly serializable except where the bug shows.
     *
     * @param probability with which the bug shows at each opportunity, 0 to 1
     * @param seed of the draws
     */
    public static MemoryDatabase planted(PlantedBug bug, double probability, Seed seed) {
        return new MemoryDatabase(MemoryIsolation.STRICT_SERIALIZABLE, new BugTrigger(bug, probability, seed));
    }

    /**
     * Appends an element before the first transaction begins.
     *
     * @throws IllegalStateException if one has committed
     */
    public void load(int key, int element) {
        if (lastCommit > 0) {
            throw new IllegalStateException("transactions have committed already");
        }
        VersionedList list = list(key);
        list.install(list.current().extended(0, new int[] {element}, 1, Version.Basis.OTHER), 0);
    }

    /** Begins a transaction; its snapshot holds all that committed before. It must be committed or aborted. */
    public MemoryTxn begin() {
        while (!open.isEmpty() && open.getFirst().isEnded()) {
            open.removeFirst();
        }
        var txn = new MemoryTxn(this, lastCommit);
        open.addLast(txn);
        if (lastCommit > STALENESS_MAX && trigger.fires(PlantedBug.STALE_READ)) {
            txn.moveSnapshot(lastCommit - STALENESS_MIN - trigger.choose(STALENESS_MAX - STALENESS_MIN + 1));
        }
        if (lastCommit > HIDDEN_AGE_MAX && trigger.fires(PlantedBug.LONG_FORK)) {
            txn.hide(lastCommit - trigger.choose(HIDDEN_AGE_MAX));
        }
        return txn;
    }

    /** Returns how often the planted bug fired so far. Not every firing is visible in what clients see. */
    public long firedCount() {
        return trigger.firedCount();
    }

    MemoryIsolation isolation() {
        return isolation;
    }

    BugTrigger trigger() {
        return trigger;
    }

    long lastCommit() {
        return lastCommit;
    }

    long nextCommit() {
        return ++lastCommit;
    }

    /** Returns the oldest snapshot that any transaction, open or to come, can have. */
    long horizon() {
        long oldest = open.isEmpty() ? lastCommit : open.getFirst().beginSnapshot();
        boolean looksBack = trigger.plants(PlantedBug.STALE_READ)
                || trigger.plants(PlantedBug.LONG_FORK)
                || trigger.plants(PlantedBug.VIEW_GOING_BACK);
        return looksBack ? oldest - STALENESS_MAX : oldest;
    }

    VersionedList list(int key) {
        // The library answers null for an absent key; it must not get further than here.
        VersionedList known = lists.getAndMoveToLast(key);
        return known != null ? known : addList(key);
    }

    private VersionedList addList(int key) {
        if (retiredKeys.contains(key)) {
            throw new IllegalStateException(
                    "key " + key + " has retired: " + KEY_COUNT_MAX + " other keys were used since; choose fewer keys");
        }
        var list = new VersionedList(key);
        lists.putAndMoveToLast(key, list);
        if (lists.size() > KEY_COUNT_MAX) {
            retiredKeys.add(lists.removeFirst().key);
        }
        return list;
    }
}

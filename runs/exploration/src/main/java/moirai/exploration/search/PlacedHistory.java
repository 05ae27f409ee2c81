package moirai.exploration.search;

import java.util.Arrays;
import moirai.analysis.axioms.Axiom;
import moirai.history.level.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A history of ended transactions, which decides the values that a further transaction may read. Its order extends
 * session order and reads.
 *
 * <p>A level is decided by the edges that its axiom demands of any order of commits, as in Biswas and Enea, "On the
 * Complexity of Checking Transactional Consistency" (2019): such an order exists if and only if these edges, session
 * order and reads have no cycle.
 *
 * <p>Transactions are bits of a {@code long}. Each block knows the demands of its own reads, which are the same in
 * every history that contains its causal past. So loading a history takes a few operations on words for each block.
 * Queries allocate nothing; only {@link #demands} and {@link #toArray} allocate their results.
 */
final class PlacedHistory implements TxnRunner.Sight {

    /** The maximal number of transactions of a history. */
    static final int TXNS_MAX = 63;

    private final Axiom axiom;
    private final int finalSession;
    private final @Nullable Block[] byId = new Block[TXNS_MAX];
    private final Block[] blocks = new Block[TXNS_MAX];
    private int count;
    private long present;
    /**
     * The transactions that must commit before each transaction, including those before it by session order and reads.
     */
    private final long[] before = new long[TXNS_MAX];

    private final long[] work = new long[TXNS_MAX];
    private long[] writers = new long[16];
    private long[] sessionMasks = new long[TXNS_MAX + 1];

    private int[] extraTo = new int[16];
    private long[] extraFrom = new long[16];
    private int extraCount;

    /**
     * Creates an empty history.
     *
     * @param level a level that is {@linkplain ExploredLevels#isCausallyExtensible causally extensible}
     * @param finalSession the session that runs after all others
     */
    PlacedHistory(IsolationLevel level, int finalSession) {
        if (!ExploredLevels.isCausallyExtensible(level)) {
            throw new IllegalArgumentException("explore at " + ExploredLevels.NAMES.label(level)
                    + "; expected true, read-committed, read-atomic or causal");
        }
        this.axiom = ExploredLevels.axiom(level);
        this.finalSession = finalSession;
    }

    void clear() {
        for (int index = 0; index < count; index++) {
            Block block = blocks[index];
            for (int written = 0; written < block.writtenCount(); written++) {
                writers[block.writtenKey(written)] = 0;
            }
            sessionMasks[block.place().session()] = 0;
            before[block.id()] = 0;
            byId[block.id()] = null;
        }
        count = 0;
        present = 0;
    }

    void load(Block[] history) {
        clear();
        for (Block block : history) {
            add(block);
        }
    }

    void add(Block block) {
        blocks[count++] = block;
        byId[block.id()] = block;
        present |= block.bit();
        int session = block.place().session();
        if (session >= sessionMasks.length) {
            sessionMasks = Arrays.copyOf(sessionMasks, 2 * session);
        }
        sessionMasks[session] |= block.bit();
        before[block.id()] |= block.direct();
        Block.Demands demands = block.demands();
        for (int demand = 0; demand < demands.count(); demand++) {
            before[demands.to(demand)] |= demands.from(demand);
        }
        for (int written = 0; written < block.writtenCount(); written++) {
            int key = block.writtenKey(written);
            if (key >= writers.length) {
                writers = Arrays.copyOf(writers, Math.max(key + 1, 2 * writers.length));
            }
            writers[key] |= block.bit();
        }
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public Block block(int index) {
        return blocks[index];
    }

    @Override
    public Block byId(int id) {
        Block block = byId[id];
        if (block == null) {
            throw new IllegalStateException("T" + id + " is not in the history");
        }
        return block;
    }

    Block[] toArray() {
        return Arrays.copyOf(blocks, count);
    }

    /** Returns the transactions that have written the key, as bits. */
    long writers(int key) {
        return key < writers.length ? writers[key] : 0;
    }

    /**
     * Returns the transactions that every order of commits puts before this one, by session order, by reads, or because
     * the level demands it.
     */
    long before(int id) {
        return before[id];
    }

    /** Returns the transactions that precede the session's next transaction in session order. */
    long sessionBefore(int session) {
        if (session == finalSession) {
            return present;
        }
        return session < sessionMasks.length ? sessionMasks[session] : 0;
    }

    /** Returns the causal past of the session's next transaction if it makes these reads. */
    long past(int session, ExternalReads reads, int readCount) {
        return closed(sessionBefore(session) | reads.sourceMask(readCount));
    }

    private long closed(long direct) {
        long past = direct;
        for (long rest = direct; rest != 0; rest &= rest - 1) {
            past |= byId(Long.numberOfTrailingZeros(rest)).past();
        }
        return past;
    }

    /**
     * Returns the axiom for the reads of a session. The final session sees all others, because a state of which only
     * some parts are current is of no use to it. Nobody reads from the final session or comes later, so the level stays
     * causally extensible.
     */
    private Axiom axiom(int session) {
        return session == finalSession ? Axiom.CAUSAL : axiom;
    }

    /**
     * Returns whether the level allows the session's next transaction to make these reads. O(reads + transactions²).
     */
    boolean allows(int session, ExternalReads reads, int readCount) {
        if (axiom(session) == Axiom.NONE) {
            return true;
        }
        return collect(session, reads, readCount) && (isKnown() || isAcyclic());
    }

    /**
     * Collects the demands of the reads. Returns whether they are consistent with the initial state, before which
     * nothing commits.
     */
    private boolean collect(int session, ExternalReads reads, int readCount) {
        extraCount = 0;
        long seen = switch (axiom(session)) {
            case READ_COMMITTED -> 0;
            case READ_ATOMIC -> sessionBefore(session) | reads.sourceMask(readCount);
            case CAUSAL -> past(session, reads, readCount);
            case NONE, PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIAL ->
                throw new IllegalStateException("no axiom to saturate at " + axiom);
            case READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    PRAM,
                    CURSOR,
                    UPDATE_ATOMIC -> throw new IllegalStateException("of no level that is explored: " + axiom);
        };
        for (int read = 0; read < readCount; read++) {
            int source = reads.source(read);
            long sourceBit = source == Steps.INITIAL ? 0 : 1L << source;
            long earlier = seen & writers(reads.key(read)) & ~sourceBit;
            if (earlier != 0) {
                if (source == Steps.INITIAL) {
                    return false;
                }
                demand(source, earlier);
            }
            if (axiom(session) == Axiom.READ_COMMITTED) {
                seen |= sourceBit;
            }
        }
        return true;
    }

    private void demand(int to, long from) {
        if (extraCount == extraTo.length) {
            extraTo = Arrays.copyOf(extraTo, 2 * extraCount);
            extraFrom = Arrays.copyOf(extraFrom, 2 * extraCount);
        }
        extraTo[extraCount] = to;
        extraFrom[extraCount++] = from;
    }

    /** Returns whether all collected demands follow from earlier ones. */
    private boolean isKnown() {
        for (int extra = 0; extra < extraCount; extra++) {
            if ((extraFrom[extra] & ~before[extraTo[extra]]) != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isAcyclic() {
        for (int index = 0; index < count; index++) {
            int id = blocks[index].id();
            work[id] = before[id];
        }
        for (int extra = 0; extra < extraCount; extra++) {
            work[extraTo[extra]] |= extraFrom[extra];
        }
        long rest = present;
        long former;
        do {
            former = rest;
            for (int index = 0; index < count; index++) {
                int id = blocks[index].id();
                if ((work[id] & rest) == 0) {
                    rest &= ~(1L << id);
                }
            }
        } while (rest != 0 && rest != former);
        return rest == 0;
    }

    /** Returns the demands of a transaction that ends after these reads, all of which are allowed. */
    Block.Demands demands(int session, ExternalReads reads) {
        long direct = sessionBefore(session) | reads.sourceMask(reads.count());
        extraCount = 0;
        if (axiom(session) != Axiom.NONE && !collect(session, reads, reads.count())) {
            throw new IllegalStateException("a transaction of session " + session + " made reads that are not allowed");
        }
        return new Block.Demands(
                direct, closed(direct), Arrays.copyOf(extraTo, extraCount), Arrays.copyOf(extraFrom, extraCount));
    }
}

package moirai.exploration.search;

/** Decides whether complete histories satisfy a level; reuses its memory. */
public final class Validity {

    private final ExploredLevel level;
    private final CommitOrders commits;
    private final ParallelOrders parallel = new ParallelOrders();
    private final PlacedHistory saturated;
    private final LockOrders locks = new LockOrders();
    private final long[] before = new long[PlacedHistory.TXNS_MAX];
    private final ExternalReads reads = new ExternalReads();

    /**
     * Of a level.
     *
     * @param finalSession the session that comes after all others; -1 if there is none
     */
    public Validity(ExploredLevel level, int finalSession) {
        this.level = level;
        this.commits = new CommitOrders(level);
        this.saturated = new PlacedHistory(level.isCausallyExtensible() ? level : ExploredLevel.TRUE, finalSession);
    }

    /** The same of a history of which a search has made sure that it satisfies a base level but for locks. */
    public boolean holds(TxnRunner.Sight history, ExploredLevel base) {
        return (level == base && !LockOrders.Reads.areIn(history)) || holds(history);
    }

    /**
     * Whether a history, whose order extends session order and reads, satisfies the level, in an order of commits in
     * which whoever reads under a lock has read the last version and nobody writes another before that one commits.
     */
    public boolean holds(TxnRunner.Sight history) {
        boolean hasLocks = LockOrders.Reads.areIn(history);
        return switch (level) {
            case TRUE -> !hasLocks || (isSaturable(history) && keepsLocks(history));
            case READ_COMMITTED, READ_ATOMIC, CAUSAL -> isSaturable(history) && (!hasLocks || keepsLocks(history));
            case PREFIX, SNAPSHOT, SERIALIZABLE -> commits.exists(history);
            case PARALLEL_SNAPSHOT -> parallel.exists(history);
        };
    }

    /** What was placed under another level knows the demands of that one: so the blocks are placed again. */
    private boolean isSaturable(TxnRunner.Sight history) {
        saturated.clear();
        for (int index = 0; index < history.count(); index++) {
            Block block = history.block(index);
            int session = block.place().session();
            reads.reset(block.steps(), block.steps().count());
            if (!saturated.allows(session, reads, reads.count())) {
                return false;
            }
            saturated.add(new Block(block.place(), block.steps(), block.end(), saturated.demands(session, reads)));
        }
        return true;
    }

    /** Whether one of the orders that are left keeps what was locked. */
    private boolean keepsLocks(TxnRunner.Sight history) {
        locks.load(history);
        for (int index = 0; index < history.count(); index++) {
            before[index] = locks.slots(saturated.before(history.block(index).id()));
        }
        return locks.exist(before);
    }
}

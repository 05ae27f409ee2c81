package moirai.exploration.search;

/** Decides whether complete histories satisfy a level; reuses its memory. */
public final class Validity {

    private final ExploredLevel level;
    private final CommitOrders commits;
    private final ParallelOrders parallel = new ParallelOrders();
    private final PlacedHistory saturated;
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

    /** Whether a history, whose order extends session order and reads, satisfies the level. */
    public boolean holds(TxnRunner.Sight history) {
        return switch (level) {
            case TRUE -> true;
            case READ_COMMITTED, READ_ATOMIC, CAUSAL -> isSaturable(history);
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
}

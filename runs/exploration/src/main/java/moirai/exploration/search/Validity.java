package moirai.exploration.search;

import moirai.analysis.axioms.Axiom;
import moirai.history.level.IsolationLevel;

/** Decides whether complete histories satisfy a level; reuses its memory. A pure function of the history. */
public final class Validity {

    /** Whether a history satisfies a level. */
    public enum Answer {
        YES,
        NO,
        /** The search for an order of commits took too many steps. */
        UNKNOWN
    }

    /** Steps of one search: states, each with the transactions of which there is something to be concluded. */
    private static final long STEPS_MAX = 1 << 20;

    private final IsolationLevel level;
    private final Axiom axiom;
    private final Budget budget;
    private final CommitOrders commits;
    private final ParallelOrders parallel;
    private final PlacedHistory saturated;
    private final LockOrders locks;
    private final long[] before = new long[PlacedHistory.TXNS_MAX];
    private final ExternalReads reads = new ExternalReads();

    /**
     * Of a level.
     *
     * @param finalSession the session that comes after all others; -1 if there is none
     */
    public Validity(IsolationLevel level, int finalSession) {
        this(level, finalSession, STEPS_MAX);
    }

    Validity(IsolationLevel level, int finalSession, long stepsMax) {
        this.level = level;
        this.axiom = ExploredLevels.axiom(level);
        this.budget = new Budget(stepsMax);
        this.commits = new CommitOrders(axiom, budget);
        this.parallel = new ParallelOrders(budget);
        this.locks = new LockOrders(budget);
        this.saturated = new PlacedHistory(
                ExploredLevels.isCausallyExtensible(level) ? level : IsolationLevel.STRONG_SESSION_READ_COMMITTED,
                finalSession);
    }

    /** The same of a history of which a search has made sure that it satisfies a base level but for locks. */
    public Answer of(TxnRunner.Sight history, IsolationLevel base) {
        return level == base && !LockOrders.Reads.areIn(history) ? Answer.YES : of(history);
    }

    /**
     * Whether a history, whose order extends session order and reads, satisfies the level, in an order of commits in
     * which whoever reads under a lock has read the last version and nobody writes another before that one commits.
     */
    public Answer of(TxnRunner.Sight history) {
        budget.renew();
        // An order that was found is one, whatever else was not looked at.
        return holds(history) ? Answer.YES : budget.isSpent() ? Answer.UNKNOWN : Answer.NO;
    }

    private boolean holds(TxnRunner.Sight history) {
        boolean hasLocks = LockOrders.Reads.areIn(history);
        return switch (axiom) {
            case NONE -> !hasLocks || (isSaturable(history) && keepsLocks(history));
            case READ_COMMITTED, READ_ATOMIC, CAUSAL -> isSaturable(history) && (!hasLocks || keepsLocks(history));
            case PREFIX, SNAPSHOT, SERIAL -> commits.exists(history);
            case PARALLEL_SNAPSHOT -> parallel.exists(history);
            case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS, PRAM, UPDATE_ATOMIC ->
                throw new IllegalStateException("of no level that is explored: " + axiom);
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

    /** How much searches may still do: when it is spent, they find nothing any more. */
    static final class Budget {

        private final long stepsMax;
        private long left;

        Budget(long stepsMax) {
            this.stepsMax = stepsMax;
        }

        void renew() {
            left = stepsMax;
        }

        /** Whether so many steps are allowed. */
        boolean allows(int steps) {
            left -= steps;
            return left >= 0;
        }

        boolean isSpent() {
            return left < 0;
        }
    }
}

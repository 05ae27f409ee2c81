package moirai.exploration.search;

import moirai.analysis.axioms.Answer;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.small.SmallDecider;
import moirai.analysis.axioms.small.SmallHistory;
import moirai.history.level.IsolationLevel;

/**
 * A decider of whether complete histories satisfy a level. It reuses its memory, and its answer depends on nothing but
 * the history.
 *
 * <p>A read under a lock obeys serializability's axiom at every level (Biswas, Enea 2019, definition 2.7). Let t3 read
 * x from t1 under a lock, and let t2 be another writer of x: if t2 commits before t3, it commits before t1. The level
 * alone restricts the other reads of t3. A transaction that locks x and also writes it, even with the same value, is
 * such a t2 for others that lock x. So these transactions exclude each other, and the later one sees the earlier.
 */
public final class Validity {

    /** The maximal number of states of one search. */
    private static final StepBudget STEPS_MAX = new StepBudget(1 << 20);

    private final IsolationLevel level;
    private final Axiom axiom;
    private final SmallDecider decider;
    private final SmallHistory small = new SmallHistory();
    private final PlacedHistory saturated;
    private final ExternalReads reads = new ExternalReads();
    /** The index in the history of each transaction. */
    private final int[] slots = new int[PlacedHistory.TXNS_MAX];

    /**
     * Creates a decider of a level.
     *
     * @param finalSession the session that runs after all others; -1 if there is none
     */
    public Validity(IsolationLevel level, int finalSession) {
        this(level, finalSession, STEPS_MAX);
    }

    Validity(IsolationLevel level, int finalSession, StepBudget budget) {
        this.level = level;
        this.axiom = ExploredLevels.axiom(level);
        // Where saturation decides the rest, an order that keeps locks is all that has to be searched for.
        this.decider = new SmallDecider(axiom.isSaturable() ? Axiom.NONE : axiom, budget);
        this.saturated = new PlacedHistory(
                axiom.isSaturable() ? level : IsolationLevel.STRONG_SESSION_READ_COMMITTED, finalSession);
    }

    /**
     * Decides whether a history satisfies the level, if a search has ensured that it satisfies a base level except for
     * locks.
     */
    public Answer of(TxnRunner.Sight history, IsolationLevel base) {
        return level == base && !hasLocks(history) ? Answer.YES : of(history);
    }

    /**
     * Decides whether a history, whose order extends session order and reads, satisfies the level. There must be an
     * order of commits in which every read under a lock returns the latest version, and no other version is written
     * before its transaction commits.
     */
    public Answer of(TxnRunner.Sight history) {
        if (!axiom.isSaturable()) {
            load(history);
            return decider.decide(small);
        }
        boolean hasLocks = hasLocks(history);
        if (axiom == Axiom.NONE && !hasLocks) {
            return Answer.YES;
        }
        if (!isSaturable(history)) {
            return Answer.NO;
        }
        if (!hasLocks) {
            return Answer.YES;
        }
        loadLocks(history);
        return decider.decide(small);
    }

    private static boolean hasLocks(TxnRunner.Sight history) {
        for (int index = 0; index < history.count(); index++) {
            if (history.block(index).hasLocks()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Decides a level by saturation. Blocks that were placed under another level have its demands, so they are placed
     * again.
     */
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

    private void load(TxnRunner.Sight history) {
        number(history);
        for (int index = 0; index < history.count(); index++) {
            add(index, history.block(index), history.block(index).past());
        }
        for (int index = 0; index < history.count(); index++) {
            ExternalReads external = history.block(index).reads();
            for (int read = 0; read < external.count(); read++) {
                small.read(index, external.key(read), source(external, read));
            }
            addLocks(index, history.block(index));
        }
    }

    /**
     * Loads the part that saturation leaves open: a partial order of commits, and the locks that it has to respect.
     */
    private void loadLocks(TxnRunner.Sight history) {
        number(history);
        for (int index = 0; index < history.count(); index++) {
            Block block = history.block(index);
            add(index, block, saturated.before(block.id()));
        }
        for (int index = 0; index < history.count(); index++) {
            addLocks(index, history.block(index));
        }
    }

    private void number(TxnRunner.Sight history) {
        small.clear();
        for (int index = 0; index < history.count(); index++) {
            slots[history.block(index).id()] = index;
        }
    }

    private void add(int index, Block block, long before) {
        small.add(slots(before));
        for (int written = 0; written < block.writtenCount(); written++) {
            small.write(index, block.writtenKey(written));
        }
    }

    private void addLocks(int index, Block block) {
        for (int read = 0; block.hasLocks() && read < block.reads().count(); read++) {
            if (block.isLocking(read)) {
                small.lock(index, block.reads().key(read), source(block.reads(), read));
                if (block.end().isCommitted()) {
                    small.contend(index, block.reads().key(read));
                }
            }
        }
    }

    private int source(ExternalReads external, int read) {
        int source = external.source(read);
        return source == Steps.INITIAL ? KeyValueHistory.INITIAL : slots[source];
    }

    /** Returns indexes in the history for numbers of transactions, both as bits. */
    private long slots(long ids) {
        long mask = 0;
        for (long rest = ids; rest != 0; rest &= rest - 1) {
            mask |= 1L << slots[Long.numberOfTrailingZeros(rest)];
        }
        return mask;
    }
}

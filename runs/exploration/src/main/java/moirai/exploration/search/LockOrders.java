package moirai.exploration.search;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/*
 * The axiom of a read under a lock, at every level: of t3, which reads x from t1 under a lock, and any other t2 that
 * writes x: if t2 commits before t3, it commits before t1. That is serializability's axiom (Biswas, Enea 2019,
 * definition 2.7) for this read alone. So t2 waits, once t1 has committed, until t3 has. Nothing is said of what else
 * t3 reads: that is for the level.
 *
 * Who locks x and writes it, too, be it the same value, is a t2 for others who lock it: so they exclude each other, and
 * the later one, which reads from the earlier, has seen it (Fekete, Liarokapis, O'Neil, O'Neil, Shasha, "Making
 * Snapshot Isolation Serializable", 2005: promotion).
 */

/**
 * Finds an order of commits that keeps what was locked, among those that a level leaves. Who may come next depends on
 * the set of those that came, not on their order; so sets that led nowhere are remembered, as in {@link CommitOrders}.
 */
final class LockOrders {

    private final Validity.Budget budget;
    private final Reads reads = new Reads();
    private final LongOpenHashSet deadEnds = new LongOpenHashSet();
    private final int[] slots = new int[PlacedHistory.TXNS_MAX];
    private int count;
    private long all;
    private boolean hasLocks;

    LockOrders(Validity.Budget budget) {
        this.budget = budget;
    }

    void load(TxnRunner.Sight history) {
        count = history.count();
        all = count == 0 ? 0 : -1L >>> (64 - count);
        hasLocks = Reads.areIn(history);
        reads.load(history);
        for (int index = 0; index < count; index++) {
            slots[history.block(index).id()] = index;
        }
    }

    /** Numbers of transactions as places in the history, both as bits. */
    long slots(long ids) {
        long mask = 0;
        for (long rest = ids; rest != 0; rest &= rest - 1) {
            mask |= 1L << slots[Long.numberOfTrailingZeros(rest)];
        }
        return mask;
    }

    /**
     * Whether there is one. Polynomial for a fixed number of sessions.
     *
     * @param before of each transaction, those that come before it in all orders that are left, as places
     */
    boolean exist(long[] before) {
        deadEnds.clear();
        return !hasLocks || search(0, before);
    }

    private boolean search(long done, long[] before) {
        if (done == all) {
            return true;
        }
        if (!budget.allows(1)) {
            return false;
        }
        for (long rest = all & ~done; rest != 0; rest &= rest - 1) {
            int next = Long.numberOfTrailingZeros(rest);
            if ((before[next] & ~done) == 0 && reads.allow(next, done)) {
                long more = done | 1L << next;
                if (!deadEnds.contains(more)) {
                    if (search(more, before)) {
                        return true;
                    }
                    deadEnds.add(more);
                }
            }
        }
        return false;
    }

    /** Who must not commit a write because somebody has locked what it writes. Transactions are places in a history. */
    static final class Reads {

        /** Stands for the initial state, which has always committed. */
        private static final long INITIAL_BIT = Long.MIN_VALUE;

        /** Of each writer, pairs of bits: who reads an older version under a lock, and from whom. */
        private final LongArrayList[] waits = new LongArrayList[PlacedHistory.TXNS_MAX];

        private boolean isEmpty = true;

        Reads() {
            for (int index = 0; index < waits.length; index++) {
                waits[index] = new LongArrayList(0);
            }
        }

        /** Whether there are any. O(transactions). */
        static boolean areIn(TxnRunner.Sight history) {
            for (int index = 0; index < history.count(); index++) {
                if (history.block(index).hasLocks()) {
                    return true;
                }
            }
            return false;
        }

        /** Those of a history. O(locked reads · transactions · keys). */
        void load(TxnRunner.Sight history) {
            isEmpty = !areIn(history);
            for (int index = 0; index < history.count(); index++) {
                waits[index].clear();
            }
            for (int index = 0; !isEmpty && index < history.count(); index++) {
                Block reader = history.block(index);
                for (int read = 0; reader.hasLocks() && read < reader.reads().count(); read++) {
                    if (reader.isLocking(read)) {
                        relate(history, index, read);
                    }
                }
            }
        }

        private void relate(TxnRunner.Sight history, int index, int read) {
            ExternalReads reads = history.block(index).reads();
            int source = reads.source(read);
            long sourceBit = INITIAL_BIT;
            for (int other = 0; other < history.count(); other++) {
                if (history.block(other).id() == source) {
                    sourceBit = 1L << other;
                }
            }
            for (int other = 0; other < history.count(); other++) {
                Block writer = history.block(other);
                if (other != index && writer.id() != source && writer.writes(reads.key(read))) {
                    waits[other].add(1L << index);
                    waits[other].add(sourceBit);
                }
            }
        }

        /** Whether a transaction may commit when these have. */
        boolean allow(int writer, long committed) {
            LongArrayList pairs = waits[writer];
            for (int pair = 0; !isEmpty && pair < pairs.size(); pair += 2) {
                boolean isRead = (pairs.getLong(pair + 1) & (committed | INITIAL_BIT)) != 0;
                if (isRead && (pairs.getLong(pair) & committed) == 0) {
                    return false;
                }
            }
            return true;
        }
    }
}

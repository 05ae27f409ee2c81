package moirai.exploration.search;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongLongPair;
import it.unimi.dsi.fastutil.objects.ObjectOpenHashSet;
import java.util.Arrays;
import java.util.Set;
import moirai.analysis.axioms.Axiom;

/*
 * A transaction is a snapshot and a commit. Serializable: both are one point. Prefix: the snapshot comes first, and
 * whatever committed before it is seen. Snapshot isolation: besides, two transactions that write a key in common do
 * not overlap. An order of these points shows that a level is satisfied, and which points come next depends only on
 * the set of those that were placed, not on their order: a writer of a key has to wait for all snapshots that read an
 * older version of it, so that a version that is read is always the last one. A depth-first search over sets follows,
 * which remembers the sets that led nowhere: polynomial for a fixed number of sessions (Biswas, Enea 2019, section 4).
 * Besides, whoever writes a key waits for those who have locked an older version to commit; serializability says more.
 */

/** Decides prefix consistency, snapshot isolation and serializability of histories. */
final class CommitOrders {

    private final Axiom axiom;
    private final Validity.Budget budget;
    private final Block[] blocks = new Block[PlacedHistory.TXNS_MAX];
    private int count;
    /** Those that have to commit before a snapshot, as places in {@link #blocks}. */
    private final long[] before = new long[PlacedHistory.TXNS_MAX];
    /** Of each, those that write a key in common. */
    private final long[] rivals = new long[PlacedHistory.TXNS_MAX];
    /** Of each writer, who reads a key of it from another, and from whom: pairs of bits. */
    private final LongArrayList[] older = new LongArrayList[PlacedHistory.TXNS_MAX];

    /** Of each key, its writers, while a history is loaded. */
    private long[] writers = new long[16];

    private final int[] slots = new int[PlacedHistory.TXNS_MAX];
    private final LockOrders.Reads locks = new LockOrders.Reads();
    private final DeadEnds deadEnds = new DeadEnds();
    private long all;
    private boolean hasLocks;

    CommitOrders(Axiom axiom, Validity.Budget budget) {
        this.axiom = axiom;
        this.budget = budget;
        for (int index = 0; index < older.length; index++) {
            older[index] = new LongArrayList();
        }
    }

    /** Whether some order of commits satisfies the level. */
    boolean exists(TxnRunner.Sight history) {
        load(history);
        deadEnds.clear();
        return axiom == Axiom.SERIAL ? serial(0) : snapshots(0, 0);
    }

    private void load(TxnRunner.Sight history) {
        count = history.count();
        hasLocks = LockOrders.Reads.areIn(history);
        all = count == 0 ? 0 : -1L >>> (64 - count);
        for (int index = 0; index < count; index++) {
            blocks[index] = history.block(index);
            slots[blocks[index].id()] = index;
            older[index].clear();
            addWriter(index);
        }
        for (int index = 0; index < count; index++) {
            before[index] = toSlots(blocks[index].direct());
            relateRivals(index);
            relateReads(index);
        }
        forgetWriters();
        locks.load(history);
    }

    /** Whoever writes a key that it writes, too, or locks; or locks one that it writes. */
    private void relateRivals(int index) {
        long mask = 0;
        for (int other = 0; hasLocks && other < count; other++) {
            if (blocks[index].conflictsWith(blocks[other])) {
                mask |= 1L << other;
            }
        }
        for (int written = 0; written < blocks[index].writtenCount(); written++) {
            mask |= writers[blocks[index].writtenKey(written)];
        }
        rivals[index] = mask & ~(1L << index);
    }

    /** Whoever writes a key that it reads from another waits for its snapshot. */
    private void relateReads(int reader) {
        ExternalReads reads = blocks[reader].reads();
        for (int read = 0; read < reads.count(); read++) {
            int key = reads.key(read);
            int source = reads.source(read);
            // Bit 63 stands for the initial state, which has always committed.
            long sourceBit = source == Steps.INITIAL ? Long.MIN_VALUE : 1L << slots[source];
            long others = (key < writers.length ? writers[key] : 0) & ~sourceBit & ~(1L << reader);
            for (long rest = others; rest != 0; rest &= rest - 1) {
                LongArrayList pairs = older[Long.numberOfTrailingZeros(rest)];
                pairs.add(1L << reader);
                pairs.add(sourceBit);
            }
        }
    }

    private void addWriter(int index) {
        for (int written = 0; written < blocks[index].writtenCount(); written++) {
            int key = blocks[index].writtenKey(written);
            if (key >= writers.length) {
                writers = Arrays.copyOf(writers, Math.max(key + 1, 2 * writers.length));
            }
            writers[key] |= 1L << index;
        }
    }

    private void forgetWriters() {
        for (int index = 0; index < count; index++) {
            for (int written = 0; written < blocks[index].writtenCount(); written++) {
                writers[blocks[index].writtenKey(written)] = 0;
            }
        }
    }

    private long toSlots(long ids) {
        long mask = 0;
        for (long rest = ids; rest != 0; rest &= rest - 1) {
            mask |= 1L << slots[Long.numberOfTrailingZeros(rest)];
        }
        return mask;
    }

    /** Whether all snapshots that read a version older than the writer's have been taken. */
    private boolean isLastReaderDone(int writer, long taken, long committed) {
        LongArrayList pairs = older[writer];
        for (int pair = 0; pair < pairs.size(); pair += 2) {
            boolean isTaken = (pairs.getLong(pair) & taken) != 0;
            if (!isTaken && (pairs.getLong(pair + 1) & (committed | Long.MIN_VALUE)) != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean serial(long done) {
        if (done == all) {
            return true;
        }
        if (!budget.allows(1)) {
            return false;
        }
        for (long rest = all & ~done; rest != 0; rest &= rest - 1) {
            int next = Long.numberOfTrailingZeros(rest);
            if ((before[next] & ~done) == 0 && isLastReaderDone(next, done, done)) {
                long more = done | 1L << next;
                if (!deadEnds.contains(more, more)) {
                    if (serial(more)) {
                        return true;
                    }
                    deadEnds.add(more, more);
                }
            }
        }
        return false;
    }

    private boolean snapshots(long taken, long committed) {
        if (committed == all) {
            return true;
        }
        if (!budget.allows(1)) {
            return false;
        }
        for (long rest = all & ~committed; rest != 0; rest &= rest - 1) {
            int next = Long.numberOfTrailingZeros(rest);
            long bit = 1L << next;
            long moreTaken = taken;
            long moreCommitted = committed;
            if ((taken & bit) == 0) {
                if ((before[next] & ~committed) != 0) {
                    continue;
                }
                moreTaken |= bit;
                if (blocks[next].writtenCount() == 0) {
                    moreCommitted |= bit;
                }
            } else {
                boolean isRival = axiom == Axiom.SNAPSHOT && (rivals[next] & taken & ~committed) != 0;
                if (isRival || !isLastReaderDone(next, taken, committed) || !locks.allow(next, committed)) {
                    continue;
                }
                moreCommitted |= bit;
            }
            if (!deadEnds.contains(moreTaken, moreCommitted)) {
                if (snapshots(moreTaken, moreCommitted)) {
                    return true;
                }
                deadEnds.add(moreTaken, moreCommitted);
            }
        }
        return false;
    }

    /** Pairs of sets from which no order goes on to the end. */
    private static final class DeadEnds {

        private final Set<LongLongPair> pairs = new ObjectOpenHashSet<>();

        /** Most searches meet none. */
        void clear() {
            if (!pairs.isEmpty()) {
                pairs.clear();
            }
        }

        boolean contains(long taken, long committed) {
            return !pairs.isEmpty() && pairs.contains(LongLongPair.of(taken, committed));
        }

        void add(long taken, long committed) {
            pairs.add(LongLongPair.of(taken, committed));
        }
    }
}

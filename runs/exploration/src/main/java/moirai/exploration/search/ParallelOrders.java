package moirai.exploration.search;

/*
 * Parallel snapshot isolation (Cerone, Bernardi, Gotsman, "A Framework for Transactional Consistency Models with
 * Atomic Visibility", 2015): what a transaction sees is closed under session order, reads and what those have seen;
 * of two transactions that write a key in common, one sees the other; and a read returns the last version that is
 * seen. So everything is decided by who of each pair of rivals comes first. A backtracking search fixes one pair after
 * the other, and draws all conclusions from that: if a reader sees a writer other than its source, the source sees
 * that writer, as both are rivals. When all pairs are fixed, some order of commits has to keep what was locked.
 */

/**
 * Decides parallel snapshot isolation of histories. Exponential in the pairs of rivals that reads leave open, so that a
 * budget may end it before it has found anything.
 */
final class ParallelOrders {

    private int count;
    private final Block[] blocks = new Block[PlacedHistory.TXNS_MAX];
    private final int[] slots = new int[PlacedHistory.TXNS_MAX];
    private final long[] rivals = new long[PlacedHistory.TXNS_MAX];
    private final Validity.Budget budget;
    private final LockOrders locks;

    ParallelOrders(Validity.Budget budget) {
        this.budget = budget;
        this.locks = new LockOrders(budget);
    }

    /** Whether rivals can be put in an order that satisfies the level. */
    boolean exists(TxnRunner.Sight history) {
        count = history.count();
        for (int index = 0; index < count; index++) {
            blocks[index] = history.block(index);
            slots[blocks[index].id()] = index;
        }
        long[] seen = new long[count];
        for (int index = 0; index < count; index++) {
            for (long rest = blocks[index].past(); rest != 0; rest &= rest - 1) {
                seen[index] |= 1L << slots[Long.numberOfTrailingZeros(rest)];
            }
            rivals[index] = rivals(index);
        }
        locks.load(history);
        return search(seen);
    }

    private long rivals(int index) {
        long mask = 0;
        for (int other = 0; other < count; other++) {
            if (other != index && blocks[index].conflictsWith(blocks[other])) {
                mask |= 1L << other;
            }
        }
        return mask;
    }

    private boolean search(long[] seen) {
        if (!budget.allows(count) || !conclude(seen)) {
            return false;
        }
        for (int index = 0; index < count; index++) {
            for (long rest = rivals[index] & ~seen[index]; rest != 0; rest &= rest - 1) {
                int rival = Long.numberOfTrailingZeros(rest);
                if ((seen[rival] & 1L << index) == 0) {
                    return search(with(seen, index, rival)) || search(with(seen, rival, index));
                }
            }
        }
        return locks.exist(seen);
    }

    private static long[] with(long[] seen, int later, int earlier) {
        long[] more = seen.clone();
        more[later] |= 1L << earlier;
        return more;
    }

    /** Draws conclusions to a fixed point; returns whether there is no contradiction. */
    private boolean conclude(long[] seen) {
        boolean isChanged;
        do {
            isChanged = false;
            for (int index = 0; index < count; index++) {
                long before = seen[index];
                for (long rest = before; rest != 0; rest &= rest - 1) {
                    seen[index] |= seen[Long.numberOfTrailingZeros(rest)];
                }
                if ((seen[index] & 1L << index) != 0 || !explain(seen, index)) {
                    return false;
                }
                isChanged |= seen[index] != before;
                isChanged |= wasSourceChanged;
            }
        } while (isChanged);
        return true;
    }

    private boolean wasSourceChanged;

    /** The sources of its reads see all other writers that it sees. */
    private boolean explain(long[] seen, int reader) {
        wasSourceChanged = false;
        ExternalReads reads = blocks[reader].reads();
        for (int read = 0; read < reads.count(); read++) {
            int source = reads.source(read);
            for (long rest = seen[reader]; rest != 0; rest &= rest - 1) {
                int other = Long.numberOfTrailingZeros(rest);
                if (blocks[other].id() == source || !blocks[other].writes(reads.key(read))) {
                    continue;
                }
                if (source == Steps.INITIAL) {
                    return false;
                }
                long bit = 1L << other;
                if ((seen[slots[source]] & bit) == 0) {
                    seen[slots[source]] |= bit;
                    wasSourceChanged = true;
                }
            }
        }
        return true;
    }
}

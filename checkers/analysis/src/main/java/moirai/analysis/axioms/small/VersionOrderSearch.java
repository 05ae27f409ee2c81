package moirai.analysis.axioms.small;

import static moirai.analysis.axioms.small.SmallHistory.bit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.Arrays;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.StepMeter;

/**
 * Decides {@link Axiom#PARALLEL_SNAPSHOT}, by choosing the order of transactions that conflict.
 *
 * <p>Terms: the graph holds the base order, write-read, and the order of conflicting transactions as far as it is
 * chosen; it is kept as its transitive closure, which also is what is visible (Cerone, Bernardi, Gotsman, "A Framework
 * for Transactional Consistency Models with Atomic Visibility", 2015).
 *
 * <ol>
 *   <li>While T3 reads x from T1, and another writer T2 of x precedes T3: T2 precedes T1, which is a choice too since
 *       both write x; the choices so far are impossible if T1 is the initial state or precedes T2.
 *   <li>If each two conflicting transactions are ordered, any order that extends the graph and keeps the locks is a
 *       commit order. If not, try both ways for the first two that are not ordered, the older first.
 * </ol>
 *
 * <p>Cost: O(transactions × reads) machine words for each choice; the choices may be exponentially many in the pairs of
 * conflicting transactions, which the budget bounds. Exact: a commit order orders all pairs, and what is visible under
 * it is the closure of the graph with those choices.
 */
final class VersionOrderSearch {

    private final FrontierSearch locks;
    private final IntArrayList order;
    /** The predecessors of each transaction, for each graph yet to be looked at; the next graph is on top. */
    private final ObjectArrayList<long[]> stack = new ObjectArrayList<>();

    private SmallHistory history = new SmallHistory();

    /**
     * Makes a search for any number of histories.
     *
     * @param order receives the commit order
     */
    VersionOrderSearch(IntArrayList order) {
        this.order = order;
        this.locks = new FrontierSearch(Axiom.NONE, order);
    }

    /**
     * Returns whether a commit order was found. None is found once the meter, which counts the transactions of each
     * graph, is exhausted.
     */
    boolean run(SmallHistory next, StepMeter meter) {
        history = next;
        stack.clear();
        long[] start = Arrays.copyOf(history.predecessors(), history.txnCount());
        if (close(start) && saturate(start)) {
            stack.push(start);
        }
        while (!stack.isEmpty()) {
            meter.spend(history.txnCount());
            if (meter.isExhausted()) {
                return false;
            }
            long[] before = stack.pop();
            int txn = firstUnordered(before);
            if (txn < 0) {
                if (!history.hasLocks()) {
                    sort(before);
                    return true;
                }
                if (locks.run(history, before, meter)) {
                    return true;
                }
                continue;
            }
            int other = Long.numberOfTrailingZeros(unordered(before, txn));
            choose(before.clone(), other, txn);
            choose(before, txn, other);
        }
        return false;
    }

    /** Makes a graph its transitive closure; returns false if it has a cycle. */
    private static boolean close(long[] before) {
        boolean isChanged = true;
        boolean isAcyclic = true;
        while (isChanged) {
            isChanged = false;
            for (int txn = 0; txn < before.length; txn++) {
                long closed = before[txn];
                for (long rest = closed; rest != 0; rest &= rest - 1) {
                    closed |= before[Long.numberOfTrailingZeros(rest)];
                }
                isChanged |= closed != before[txn];
                isAcyclic &= (closed & bit(txn)) == 0;
                before[txn] = closed;
            }
        }
        return isAcyclic;
    }

    private void choose(long[] before, int txn, int later) {
        if (order(before, txn, later) && saturate(before)) {
            stack.push(before);
        }
    }

    /** Adds an edge to the closure; returns false if it closes a cycle. */
    private static boolean order(long[] before, int txn, int later) {
        long news = before[txn] | bit(txn);
        if ((news & bit(later)) != 0) {
            return false;
        }
        if ((news & ~before[later]) == 0) {
            return true;
        }
        for (int after = 0; after < before.length; after++) {
            if (after == later || (before[after] & bit(later)) != 0) {
                before[after] |= news;
            }
        }
        return true;
    }

    /** Takes step 1 until nothing follows; returns false if the choices so far are impossible. */
    private boolean saturate(long[] before) {
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (long rest = history.writers(); rest != 0; rest &= rest - 1) {
                int writer = Long.numberOfTrailingZeros(rest);
                LongArrayList reads = history.overwrittenReads(writer);
                for (int read = 0; read < reads.size(); read += 2) {
                    int reader = Long.numberOfTrailingZeros(reads.getLong(read));
                    if ((before[reader] & bit(writer)) == 0) {
                        continue;
                    }
                    long source = reads.getLong(read + 1);
                    if (source == 0) {
                        return false;
                    }
                    int overwritten = Long.numberOfTrailingZeros(source);
                    if ((before[overwritten] & bit(writer)) == 0) {
                        if (!order(before, writer, overwritten)) {
                            return false;
                        }
                        isChanged = true;
                    }
                }
            }
        }
        return true;
    }

    /** Orders transactions by how many precede them in the closure, of which each has more than those before it. */
    private void sort(long[] before) {
        order.clear();
        for (int count = 0; order.size() < before.length; count++) {
            for (int txn = 0; txn < before.length; txn++) {
                if (Long.bitCount(before[txn]) == count) {
                    order.add(txn);
                }
            }
        }
    }

    private int firstUnordered(long[] before) {
        for (int txn = 0; txn < before.length; txn++) {
            if (unordered(before, txn) != 0) {
                return txn;
            }
        }
        return -1;
    }

    /** Returns the later transactions that conflict with the transaction and are not ordered with it. */
    private long unordered(long[] before, int txn) {
        long unordered = 0;
        for (long rest = history.conflicts(txn) & ~before[txn] & -1L << txn; rest != 0; rest &= rest - 1) {
            int other = Long.numberOfTrailingZeros(rest);
            unordered |= (before[other] & bit(txn)) == 0 ? bit(other) : 0;
        }
        return unordered;
    }
}

package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.incremental.SmallHistory.bit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.stream.IntStream;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.StepBudget;

/**
 * Decides {@link Axiom#PARALLEL_SNAPSHOT} for small histories, by choosing the order of those who write a common key.
 *
 * <p>Terms: the graph holds the base order, write-read, and the order of conflicting writers as far as it is chosen; it
 * is kept as its transitive closure, which is also what is visible.
 *
 * <ol>
 *   <li>While T3 reads x from T1, and another writer T2 of x reaches T3: T2 precedes T1, which is a choice too since
 *       both write x; there is none if T1 is the initial state or precedes T2.
 *   <li>If each two conflicting writers are ordered, any order that extends the graph is a commit order. If not, try
 *       both ways for the first two that are not, the older first.
 * </ol>
 *
 * <p>Cost: O(transactions × reads) machine words for each choice; the choices may be exponentially many in the pairs of
 * conflicting writers, which the budget bounds. Exact: a commit order orders all pairs, and what is visible under it is
 * the closure of the graph with those choices.
 */
final class VersionOrderSearch {

    private final SmallHistory history;
    /** Closures yet to be looked at, the next one on top. */
    private final ObjectArrayList<long[]> stack = new ObjectArrayList<>();

    private VersionOrderSearch(SmallHistory history) {
        this.history = history;
    }

    /** Decides it; a step is a choice. */
    static Decision decide(SmallHistory history, StepBudget budget) {
        return new VersionOrderSearch(history).search(budget);
    }

    private Decision search(StepBudget budget) {
        long[] start = new long[history.txnCount()];
        boolean isAcyclic = true;
        for (int txn = 0; txn < start.length; txn++) {
            for (long rest = history.predecessors(txn); rest != 0; rest &= rest - 1) {
                isAcyclic &= order(start, Long.numberOfTrailingZeros(rest), txn);
            }
        }
        if (isAcyclic && saturate(start)) {
            stack.push(start);
        }
        for (long steps = 0; !stack.isEmpty(); steps++) {
            if (steps == budget.steps()) {
                return new Decision.Undecided(steps + " choices did not suffice to order conflicting writers");
            }
            long[] reached = stack.pop();
            int txn = firstUnordered(reached);
            if (txn < 0) {
                return new Decision.Ordered(sorted(reached));
            }
            int other = Long.numberOfTrailingZeros(unordered(reached, txn));
            choose(reached.clone(), other, txn);
            choose(reached, txn, other);
        }
        return new Decision.Impossible(
                IntStream.range(0, history.txnCount()).boxed().toList());
    }

    private void choose(long[] reached, int txn, int later) {
        if (order(reached, txn, later) && saturate(reached)) {
            stack.push(reached);
        }
    }

    /** Adds an edge to the closure; false if it closes a cycle. */
    private static boolean order(long[] reached, int txn, int later) {
        long news = reached[later] | bit(later);
        if ((news & bit(txn)) != 0) {
            return false;
        }
        for (int before = 0; before < reached.length; before++) {
            if (before == txn || (reached[before] & bit(txn)) != 0) {
                reached[before] |= news;
            }
        }
        return true;
    }

    /** Step 1, to a fixed point; false if there is no choice left. */
    private boolean saturate(long[] reached) {
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (SmallHistory.Readers of : history.readers()) {
                for (long rest = visibleWriters(reached, of); rest != 0; rest &= rest - 1) {
                    int writer = Long.numberOfTrailingZeros(rest);
                    if (of.source() < 0 || !order(reached, writer, of.source())) {
                        return false;
                    }
                    isChanged = true;
                }
            }
        }
        return true;
    }

    /** Those that have to precede the source of these reads, and are not known to. */
    private long visibleWriters(long[] reached, SmallHistory.Readers of) {
        long visible = 0;
        for (long rest = history.writers(of.key()); rest != 0; rest &= rest - 1) {
            int writer = Long.numberOfTrailingZeros(rest);
            boolean isOrdered =
                    of.source() >= 0 && (writer == of.source() || (reached[writer] & bit(of.source())) != 0);
            if (!isOrdered && (reached[writer] & of.readers() & ~bit(writer)) != 0) {
                visible |= bit(writer);
            }
        }
        return visible;
    }

    private int firstUnordered(long[] reached) {
        for (int txn = 0; txn < reached.length; txn++) {
            if (unordered(reached, txn) != 0) {
                return txn;
            }
        }
        return -1;
    }

    /** The later ones that write a common key and are not ordered with the transaction. */
    private long unordered(long[] reached, int txn) {
        long unordered = 0;
        for (long rest = history.conflicts(txn) & ~reached[txn] & -1L << txn; rest != 0; rest &= rest - 1) {
            int other = Long.numberOfTrailingZeros(rest);
            unordered |= (reached[other] & bit(txn)) == 0 ? bit(other) : 0;
        }
        return unordered;
    }

    private CommitOrder sorted(long[] reached) {
        var order = new IntArrayList();
        for (long left = history.all(); left != 0; ) {
            for (long rest = left; rest != 0; rest &= rest - 1) {
                int txn = Long.numberOfTrailingZeros(rest);
                if (isFirst(txn, left, reached)) {
                    order.add(txn);
                    left &= ~bit(txn);
                }
            }
        }
        return CommitOrder.of(order.toIntArray());
    }

    private static boolean isFirst(int txn, long left, long[] reached) {
        for (long rest = left; rest != 0; rest &= rest - 1) {
            if ((reached[Long.numberOfTrailingZeros(rest)] & bit(txn)) != 0) {
                return false;
            }
        }
        return true;
    }
}

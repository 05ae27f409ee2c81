package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.incremental.SmallHistory.bit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.stream.IntStream;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.StepBudget;

/**
 * Decides {@link Axiom#SERIAL}, {@link Axiom#PREFIX} and {@link Axiom#SNAPSHOT} for small histories, by building the
 * commit order from its start.
 *
 * <p>Terms: a state is the set C of transactions that have committed and, for SNAPSHOT, the set O of those whose
 * snapshot has been taken but which have not committed. A reader is served once nothing that commits later can be
 * visible to it: for SERIAL, once it is in C; for PREFIX, once its predecessors are; for SNAPSHOT, once it is in O or
 * C.
 *
 * <ol>
 *   <li>A transaction may commit once its predecessors (those it reads from, base order) are in C, unless it writes a
 *       key that somebody else, who is not served, reads from the initial state or from a transaction in C.
 *   <li>For SNAPSHOT, a transaction must be in O before, which it may be once its predecessors are in C; and it may not
 *       commit while another of O writes a common key: the latter's snapshot would lack a conflicting write.
 *   <li>Who writes nothing commits as soon as its predecessors are in C: that hinders nobody.
 *   <li>Depth first, with a set of the states that have been seen.
 * </ol>
 *
 * <p>What may follow depends on the state alone, not on the order in which it was reached: the unserved readers whose
 * source is in C have been protected since. So each state is looked at once, and there are at most
 * (transactions of a session + 1)^sessions, times 2^sessions for SNAPSHOT, if the base order orders sessions:
 * polynomial for a fixed number of sessions (Biswas, Enea 2019, on histories of bounded width, where the search is for
 * SERIAL, and the split of a transaction in two for the others). Departures: sets in place of prefixes, so that
 * sessions need not be ordered; step 3.
 */
final class FrontierSearch {

    private final Axiom axiom;
    private final SmallHistory history;
    private final long[] blockedBy;
    private final Long2ObjectOpenHashMap<LongOpenHashSet> seen = new Long2ObjectOpenHashMap<>();
    private final LongArrayList stack = new LongArrayList();
    private final IntArrayList order = new IntArrayList();
    private long steps;

    private FrontierSearch(Axiom axiom, SmallHistory history) {
        this.axiom = axiom;
        this.history = history;
        this.blockedBy = new long[history.txnCount()];
    }

    /** Decides it; a step is an attempt to continue from a state with a transaction. */
    static Decision decide(Axiom axiom, SmallHistory history, StepBudget budget) {
        return new FrontierSearch(axiom, history).search(budget);
    }

    /** Four numbers a state: O, C, the size of the order at C, the moves that are left. */
    private Decision search(StepBudget budget) {
        enter(0, 0);
        while (!stack.isEmpty()) {
            long moves = stack.popLong();
            int size = (int) stack.popLong();
            long committed = stack.popLong();
            long open = stack.popLong();
            order.size(size);
            if (committed == history.all()) {
                return new Decision.Ordered(CommitOrder.of(order.toIntArray()));
            }
            if (moves == 0) {
                continue;
            }
            if (++steps > budget.steps()) {
                return new Decision.Undecided(steps - 1 + " steps did not suffice to order the transactions");
            }
            int txn = Long.numberOfTrailingZeros(moves);
            push(open, committed, size, moves & moves - 1);
            if (axiom == Axiom.SNAPSHOT && (open & bit(txn)) == 0) {
                enter(open | bit(txn), committed);
            } else {
                order.add(txn);
                enter(open & ~bit(txn), committed | bit(txn));
            }
        }
        return new Decision.Impossible(
                IntStream.range(0, history.txnCount()).boxed().toList());
    }

    private void push(long open, long committed, int size, long moves) {
        stack.add(open);
        stack.add(committed);
        stack.add(size);
        stack.add(moves);
    }

    private void enter(long open, long committed) {
        long settled = settle(committed);
        if (seen.computeIfAbsent(settled, key -> new LongOpenHashSet(4)).add(open)) {
            push(open, settled, order.size(), moves(open, settled));
        }
    }

    /** Step 3. */
    private long settle(long committed) {
        long settled = committed;
        long left = history.all() & ~history.writers() & ~settled;
        long before;
        do {
            before = settled;
            for (long rest = left & ~settled; rest != 0; rest &= rest - 1) {
                int txn = Long.numberOfTrailingZeros(rest);
                if ((history.predecessors(txn) & ~settled) == 0) {
                    settled |= bit(txn);
                    order.add(txn);
                }
            }
        } while (before != settled);
        return settled;
    }

    /** Those that may take their snapshot or commit next. */
    private long moves(long open, long committed) {
        long ready = ready(committed);
        long unserved = history.all()
                & switch (axiom) {
                    case SERIAL -> ~committed;
                    case PREFIX -> ~ready;
                    default -> ~(open | committed);
                };
        block(committed, unserved);
        long moves = 0;
        for (long rest = ready & ~committed; rest != 0; rest &= rest - 1) {
            int txn = Long.numberOfTrailingZeros(rest);
            boolean needsSnapshot = axiom == Axiom.SNAPSHOT && (open & bit(txn)) == 0;
            boolean mayMove = needsSnapshot || (blockedBy[txn] == 0 && (open & history.conflicts(txn)) == 0);
            moves |= mayMove ? bit(txn) : 0;
        }
        return moves;
    }

    private long ready(long committed) {
        long ready = committed;
        for (long rest = history.all() & ~committed; rest != 0; rest &= rest - 1) {
            int txn = Long.numberOfTrailingZeros(rest);
            ready |= (history.predecessors(txn) & ~committed) == 0 ? bit(txn) : 0;
        }
        return ready;
    }

    /** Finds for each transaction the readers for whom it has to wait. */
    private void block(long committed, long unserved) {
        Arrays.fill(blockedBy, 0);
        for (SmallHistory.Readers of : history.readers()) {
            long waiting = of.readers() & unserved;
            if (waiting != 0 && of.isSourceIn(committed)) {
                for (long rest = history.writers(of.key()) & ~committed; rest != 0; rest &= rest - 1) {
                    int writer = Long.numberOfTrailingZeros(rest);
                    blockedBy[writer] |= waiting & ~bit(writer);
                }
            }
        }
    }
}

package moirai.analysis.axioms.small;

import static moirai.analysis.axioms.small.SmallHistory.bit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongLongPair;
import it.unimi.dsi.fastutil.objects.ObjectOpenHashSet;
import java.util.Set;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;

/**
 * Decides {@link Axiom#SERIAL}, {@link Axiom#PREFIX}, {@link Axiom#SNAPSHOT} and {@link Axiom#NONE}, by building the
 * commit order from its start.
 *
 * <p>Terms: a state is the set C of transactions that have committed and, for SNAPSHOT, the set O of those whose
 * snapshot has been taken but which have not committed. A reader is served once nothing that commits later can be
 * visible to it: for SERIAL, once it is in C; for PREFIX, once its predecessors are; for SNAPSHOT, once it is in O or
 * C; for NONE, always.
 *
 * <ol>
 *   <li>A transaction may commit once its predecessors (those it reads from, base order) are in C, unless it writes a
 *       key that somebody else, who is not served, reads from the initial state or from a transaction in C; or that
 *       somebody else, who is not in C, has locked and reads from there.
 *   <li>For SNAPSHOT, a transaction must be in O before, which it may be once its predecessors are in C; and it may not
 *       commit while another of O conflicts with it: the latter's snapshot would lack a conflicting write.
 *   <li>Who writes nothing commits as soon as its predecessors are in C: that hinders nobody.
 *   <li>Depth first, remembering the states from which no order goes on to the end.
 * </ol>
 *
 * <p>What may follow depends on the state alone, not on the order in which it was reached: the unserved readers whose
 * source is in C have been protected since. So each state is looked at once, and there are at most
 * (transactions of a session + 1)^sessions, times 2^sessions for SNAPSHOT, if the base order orders sessions:
 * polynomial for a fixed number of sessions (Biswas, Enea 2019, on histories of bounded width, where the search is for
 * SERIAL, and the split of a transaction in two for the others). Departures: sets in place of prefixes, so that
 * sessions need not be ordered; step 3; locks, whose writers exclude one another (Fekete, Liarokapis, O'Neil, O'Neil,
 * Shasha, "Making Snapshot Isolation Serializable", 2005: promotion). The recursion is at most two calls for each
 * transaction deep.
 */
final class FrontierSearch {

    private final Axiom axiom;
    private final IntArrayList order;
    /** Pairs of O and C from which no order goes on to the end; most searches meet none. */
    private final Set<LongLongPair> deadEnds = new ObjectOpenHashSet<>();

    private SmallHistory history = new SmallHistory();
    private long[] predecessors = {};
    private StepMeter meter = new StepMeter(StepBudget.DEFAULT);

    /**
     * Makes a search for any number of histories.
     *
     * @param order receives the commit order
     */
    FrontierSearch(Axiom axiom, IntArrayList order) {
        this.axiom = axiom;
        this.order = order;
    }

    /**
     * Returns whether a commit order was found. None is found once the meter, which counts states, is exhausted.
     *
     * @param before of each transaction, those that commit before it
     */
    boolean run(SmallHistory next, long[] before, StepMeter steps) {
        history = next;
        predecessors = before;
        meter = steps;
        order.clear();
        if (!deadEnds.isEmpty()) {
            deadEnds.clear();
        }
        return run(0, 0);
    }

    private boolean run(long open, long committed) {
        int former = order.size();
        long settled = settle(committed);
        if (settled == history.all()) {
            return true;
        }
        meter.spend(1);
        if (meter.isExhausted() || (!deadEnds.isEmpty() && deadEnds.contains(LongLongPair.of(open, settled)))) {
            order.size(former);
            return false;
        }
        int size = order.size();
        long served = served(open, settled);
        for (long rest = history.all() & ~settled; rest != 0; rest &= rest - 1) {
            int txn = Long.numberOfTrailingZeros(rest);
            boolean isFound = false;
            if ((predecessors[txn] & ~settled) != 0) {
                continue;
            } else if (axiom == Axiom.SNAPSHOT && (open & bit(txn)) == 0) {
                isFound = run(open | bit(txn), settled);
            } else if (mayCommit(txn, open, settled, served)) {
                order.add(txn);
                isFound = run(open & ~bit(txn), settled | bit(txn));
            }
            if (isFound) {
                return true;
            }
            order.size(size);
        }
        if ((open | committed) != 0) {
            deadEnds.add(LongLongPair.of(open, settled));
        }
        order.size(former);
        return false;
    }

    /** Takes step 3, in one pass: who has to wait for a later reader commits from the next state on. */
    private long settle(long committed) {
        long settled = committed;
        for (long rest = history.all() & ~history.writers() & ~settled; rest != 0; rest &= rest - 1) {
            int txn = Long.numberOfTrailingZeros(rest);
            if ((predecessors[txn] & ~settled) == 0) {
                settled |= bit(txn);
                order.add(txn);
            }
        }
        return settled;
    }

    /** Returns the transactions whose predecessors have committed. */
    private long ready(long committed) {
        long ready = committed;
        for (long rest = history.all() & ~committed; rest != 0; rest &= rest - 1) {
            int txn = Long.numberOfTrailingZeros(rest);
            ready |= (predecessors[txn] & ~committed) == 0 ? bit(txn) : 0;
        }
        return ready;
    }

    private long served(long open, long committed) {
        return switch (axiom) {
            case NONE -> -1;
            case PREFIX -> ready(committed);
            case SNAPSHOT -> open | committed;
            default -> committed;
        };
    }

    private boolean mayCommit(int txn, long open, long committed, long served) {
        return (axiom != Axiom.SNAPSHOT || (open & history.conflicts(txn)) == 0)
                && areServed(history.overwrittenReads(txn), committed, served)
                && (!history.hasLocks() || areServed(history.overwrittenLocks(txn), committed, committed));
    }

    /** Returns whether all reads whose source has committed, or is the initial state, are by served readers. */
    private static boolean areServed(LongArrayList reads, long committed, long served) {
        for (int read = 0; read < reads.size(); read += 2) {
            long source = reads.getLong(read + 1);
            if ((reads.getLong(read) & served) == 0 && (source == 0 || (source & committed) != 0)) {
                return false;
            }
        }
        return true;
    }
}

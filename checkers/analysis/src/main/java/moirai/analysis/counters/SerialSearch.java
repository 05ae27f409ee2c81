package moirai.analysis.counters;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import moirai.history.History;

/**
 * Looks for an order in which the transactions, run one after the other, read what they read: a proof that counters are
 * serializable, since sums are no proof that they are.
 *
 * <p>Nomenclature. A transaction is <i>free</i> if all that must precede it is done: the committed one before it in its
 * session, and, in real time, all committed ones that ended before it began. It <i>fits</i> if its
 * reads return the counters as they stand.
 *
 * <ol>
 *   <li>A free transaction that fits and increments nothing is done at once: that takes nothing from the others.
 *   <li>Of free ones that fit and increment, those are tried first that bring the counters nearer to what a goal read:
 *       of the free ones that do not fit, the one that ends first. Then committed ones first, and those that end first.
 *       A step that leads nowhere is taken back, and the next is tried. Which transactions are done, and what the
 *       counters were at first, determines what they are, so that both are not tried again together if they led
 *       nowhere (they are known by a hash of 64 bits: a collision costs an order, and never makes one).
 *   <li>Indeterminate ones may be left out at the end.
 *   <li>Of accounts whose initial balance is unknown, the first read says what it was.
 * </ol>
 *
 * <p>Linear in transactions × concurrency where no step has to be taken back; beyond a budget of steps nothing is
 * known. That no order was found proves nothing here.
 */
final class SerialSearch {

    private static final int NONE = -1;
    /** Steps a transaction, and for short histories. */
    private static final long STEPS_PER_TXN = 500;

    private static final long STEPS_MIN = 2_000_000;

    private final CounterValues values;
    private final History history;
    private final boolean realtime;
    /** The transactions that may take part, by start or, without real time, as they stand in the history. */
    private final int[] txns;

    /** A list of the places of {@link #txns} that are not done, from 1; 0 is its head. */
    private final int[] next;

    private final int[] previous;
    private final boolean[] committed;
    private final Accesses reads;
    private final Accesses writes;
    private final int[] placeOf;
    private final int[] previousOfSession;
    private final boolean[] done;
    private final long[] counters;
    private final boolean[] known;
    private final IntArrayList path = new IntArrayList();
    /** The steps that may have had an alternative: 0 stands for a step that took no possibility from the others. */
    private final IntArrayList isChoice = new IntArrayList();
    /** The number of keys whose initial balance each step decided; below, those keys. */
    private final IntArrayList decidedCounts = new IntArrayList();

    private final IntArrayList decidedKeys = new IntArrayList();
    /**
     * The sum of the increments that had been made to each of those keys, which is restored when the step is taken
     * back.
     */
    private final LongArrayList sumsUntilDecided = new LongArrayList();

    private final IntArrayList candidates = new IntArrayList();
    private final LongOpenHashSet deadEnds = new LongOpenHashSet();
    private long doneHash;
    /** A hash of the initial balances that were decided; with others the same transactions lead to other counters. */
    private long initialsHash;

    private int committedLeft;
    private long stepsLeft;

    SerialSearch(CounterValues values, boolean realtime, boolean initialsKnown) {
        this.values = values;
        this.history = values.history();
        this.realtime = realtime;
        this.reads = Accesses.of(values, false);
        this.writes = Accesses.of(values, true);
        this.committed = new boolean[history.txnCount()];
        for (int txn = 0; txn < committed.length; txn++) {
            committed[txn] = values.isCommitted(txn);
        }
        this.txns = ordered();
        this.next = new int[txns.length + 2];
        this.previous = new int[txns.length + 2];
        this.placeOf = new int[history.txnCount()];
        this.previousOfSession = previousOfSession();
        this.done = new boolean[history.txnCount()];
        this.counters = new long[history.keyCount()];
        this.known = new boolean[history.keyCount()];
        Arrays.fill(known, initialsKnown);
        for (int i = 0; i <= txns.length; i++) {
            next[i] = i + 1;
            previous[i + 1] = i;
        }
        for (int i = 0; i < txns.length; i++) {
            placeOf[txns[i]] = i + 1;
        }
        this.stepsLeft = Math.max(STEPS_MIN, STEPS_PER_TXN * txns.length);
    }

    /** The reads or the increments of all transactions, in plain arrays: a search asks for them millions of times. */
    private static final class Accesses {

        /** The place of the first one of each transaction, and the number of all of them. */
        private final int[] ends;

        private final int[] keys;
        private final long[] values;

        private Accesses(int[] ends, int[] keys, long[] values) {
            this.ends = ends;
            this.keys = keys;
            this.values = values;
        }

        /** Returns the answered reads, with their external values, or the increments. */
        static Accesses of(CounterValues values, boolean isOfWrites) {
            History history = values.history();
            int[] ends = new int[history.txnCount() + 1];
            var keys = new IntArrayList();
            var amounts = new LongArrayList();
            for (int txn = 0; txn < history.txnCount(); txn++) {
                for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                    if (isOfWrites ? history.isWrite(op) : values.isRead(op)) {
                        keys.add(history.key(op));
                        amounts.add(isOfWrites ? history.value(op) : values.external(op));
                    }
                }
                ends[txn + 1] = keys.size();
            }
            return new Accesses(ends, keys.toIntArray(), amounts.toLongArray());
        }
    }

    private int[] ordered() {
        var taking = new IntArrayList();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (values.mayHaveTakenEffect(txn)) {
                taking.add(txn);
                committedLeft += values.isCommitted(txn) ? 1 : 0;
            }
        }
        if (realtime) {
            taking.sort((left, right) -> {
                int byStart = Long.compare(history.startNanos(left), history.startNanos(right));
                return byStart != 0 ? byStart : Integer.compare(left, right);
            });
        }
        return taking.toIntArray();
    }

    private int[] previousOfSession() {
        int[] before = new int[history.txnCount()];
        int sessions = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            sessions = Math.max(sessions, history.session(txn) + 1);
        }
        int[] last = new int[sessions];
        Arrays.fill(last, NONE);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            before[txn] = last[history.session(txn)];
            if (values.isCommitted(txn)) {
                last[history.session(txn)] = txn;
            }
        }
        return before;
    }

    /** Searches for an order; returns whether one was found. */
    boolean find() {
        int after = NONE;
        while (committedLeft > 0) {
            if (stepsLeft <= 0) {
                return false;
            }
            int txn = after == NONE && deadEnds.contains(doneHash ^ initialsHash) ? NONE : pick(after);
            if (txn != NONE) {
                take(txn);
                after = NONE;
            } else {
                deadEnds.add(doneHash ^ initialsHash);
                after = takeBack();
                if (after == NONE) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns a free transaction that fits: one that changes nothing, or else the best after the one given. */
    private int pick(int after) {
        candidates.clear();
        int goal = NONE;
        long firstEnd = Long.MAX_VALUE;
        for (int place = next[0]; place <= txns.length; place = next[place]) {
            int txn = txns[place - 1];
            stepsLeft--;
            if (realtime && history.startNanos(txn) > firstEnd) {
                break;
            }
            if (committed[txn]) {
                firstEnd = Math.min(firstEnd, history.endNanos(txn));
            }
            if (!isFree(txn)) {
                continue;
            }
            boolean fits = fits(txn);
            if (fits && !changes(txn) && committed[txn] && after == NONE) {
                return txn;
            }
            if (fits) {
                candidates.add(txn);
            } else if (committed[txn] && (goal == NONE || compareEnds(txn, goal) < 0)) {
                goal = txn;
            }
        }
        return best(after, goal);
    }

    private int best(int after, int goal) {
        int best = NONE;
        int bestRank = 0;
        int afterRank = after == NONE ? 0 : rank(after, goal);
        for (int i = 0; i < candidates.size(); i++) {
            int txn = candidates.getInt(i);
            int rank = rank(txn, goal);
            if ((after == NONE || compare(txn, rank, after, afterRank) > 0)
                    && (best == NONE || compare(txn, rank, best, bestRank) < 0)) {
                best = txn;
                bestRank = rank;
            }
        }
        return best;
    }

    /** Returns the smaller, the sooner to be tried: whether it brings the counters nearer to what the goal read. */
    private int rank(int txn, int goal) {
        long change = goal == NONE ? 0 : Long.signum(distance(goal, txn) - distance(goal, NONE));
        if (change < 0) {
            return committed[txn] ? 0 : 2;
        }
        return !committed[txn] ? 4 : change == 0 ? 1 : 3;
    }

    /**
     * Returns the distance of the counters from the values that the goal read, if the other transaction is done before
     * it.
     */
    private long distance(int goal, int before) {
        long distance = 0;
        for (int read = reads.ends[goal]; read < reads.ends[goal + 1]; read++) {
            int key = reads.keys[read];
            if (known[key]) {
                long change = before == NONE ? 0 : net(before, key);
                distance += Math.abs(reads.values[read] - counters[key] - change);
            }
        }
        return distance;
    }

    /** Returns the sum of the transaction's increments of the key; 0 if the key is set aside. */
    private long net(int txn, int key) {
        long net = 0;
        for (int write = writes.ends[txn]; write < writes.ends[txn + 1]; write++) {
            net += writes.keys[write] == key ? writes.values[write] : 0;
        }
        return values.isSetAside(key) ? 0 : net;
    }

    private boolean isFree(int txn) {
        return previousOfSession[txn] == NONE || done[previousOfSession[txn]];
    }

    private int compare(int txn, int rank, int other, int otherRank) {
        int byRank = Integer.compare(rank, otherRank);
        return byRank != 0 ? byRank : compareEnds(txn, other);
    }

    private int compareEnds(int txn, int other) {
        int byEnd = realtime ? Long.compare(history.endNanos(txn), history.endNanos(other)) : 0;
        return byEnd != 0 ? byEnd : Integer.compare(txn, other);
    }

    private boolean changes(int txn) {
        boolean changes = writes.ends[txn] < writes.ends[txn + 1];
        for (int read = reads.ends[txn]; !changes && read < reads.ends[txn + 1]; read++) {
            changes = !known[reads.keys[read]];
        }
        return changes;
    }

    private boolean fits(int txn) {
        for (int read = reads.ends[txn]; read < reads.ends[txn + 1]; read++) {
            if (known[reads.keys[read]] && counters[reads.keys[read]] != reads.values[read]) {
                return false;
            }
        }
        return true;
    }

    private void take(int txn) {
        int decided = 0;
        isChoice.add(changes(txn) ? 1 : 0);
        for (int read = reads.ends[txn]; read < reads.ends[txn + 1]; read++) {
            int key = reads.keys[read];
            if (!known[key]) {
                known[key] = true;
                sumsUntilDecided.add(counters[key]);
                counters[key] = reads.values[read];
                initialsHash ^= hashOfInitial(key);
                decidedKeys.add(key);
                decided++;
            }
        }
        decidedCounts.add(decided);
        apply(txn, 1);
        path.add(txn);
    }

    /** Returns a hash of the initial balance that was decided last; it cannot be that of a transaction. */
    private long hashOfInitial(int key) {
        return HashCommon.mix(HashCommon.mix(counters[key] - sumsUntilDecided.topLong()) - key - 1);
    }

    private void apply(int txn, int sign) {
        for (int write = writes.ends[txn]; write < writes.ends[txn + 1]; write++) {
            counters[writes.keys[write]] += sign * writes.values[write];
        }
        int place = placeOf[txn];
        done[txn] = sign > 0;
        next[previous[place]] = done[txn] ? next[place] : place;
        previous[next[place]] = done[txn] ? previous[place] : place;
        doneHash ^= HashCommon.mix((long) txn + 1);
        committedLeft -= committed[txn] ? sign : 0;
    }

    /** Takes back steps up to the last choice; returns what was chosen there, or {@link #NONE} if there was none. */
    private int takeBack() {
        while (!path.isEmpty()) {
            int txn = path.popInt();
            boolean choice = isChoice.popInt() == 1;
            apply(txn, -1);
            for (int left = decidedCounts.popInt(); left > 0; left--) {
                int key = decidedKeys.popInt();
                initialsHash ^= hashOfInitial(key);
                known[key] = false;
                counters[key] = sumsUntilDecided.popLong();
            }
            if (choice) {
                return txn;
            }
        }
        return NONE;
    }
}

package moirai.analysis.counters;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import moirai.analysis.columns.StableSort;
import moirai.history.History;

/**
 * Looks for a serial order in real time of the transactions on one counter that only grows, or only shrinks, where each
 * of them touches no other key: what Jepsen's {@code counter} runs.
 *
 * <p>Nomenclature. Growing is meant; a counter that shrinks is turned round. A <i>group</i> is all transactions that
 * read one value; at most one of them changes the counter, or an update was lost. <i>Slot</i> g lies before group g,
 * and those that increment blindly go into slots, one more lies after all groups.
 *
 * <ol>
 *   <li>Groups stand in the order of their values: a counter that grows never returns to one.
 *   <li>An increment may go into slot g if no reader of that group or a later one ended before it began, and no reader
 *       of an earlier group began after it had ended. These are intervals of slots, since both bounds ascend with g. An
 *       indeterminate one may go nowhere.
 *   <li>A slot has to sum to the difference of its two groups, with all increments whose last slot it is. Taken first
 *       are those that end first, and of equal amounts no others. What is skipped must not have ended before something
 *       taken began.
 *   <li>Sums do not determine who is in them, so there may be several fillings. A number of them is kept from slot to
 *       slot; with too few, the search may miss an order, so it is repeated with more. It never makes one up.
 * </ol>
 *
 * <p>O(slots × increments open at a time × log × fillings kept), in the transactions of this key alone. What is open
 * is what runs side by side, and every indeterminate increment from its start on, since it may go anywhere or nowhere:
 * with few of those the search is linear, and with a fixed share of them quadratic. That no order was found proves
 * nothing.
 */
final class OneKeyOrder {

    /** The numbers of fillings that are kept, from attempt to attempt. */
    private static final int[] KEPT = {1, 16, 128};

    /**
     * The number of ways to go on from one filling that are tried for one slot; below, the number of steps for them.
     */
    private static final int WAYS_MAX = 32;

    private static final int STEPS_MAX = 4_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final CounterValues values;
    private final History history;
    private final int key;
    private final int sign;
    /** The transactions that read, by value. */
    private final int[] readers;
    /** The transactions that increment without a read, by their end, and thus by their last slot. */
    private final int[] blind;

    private final int[] firstSlots;
    private final int[] lastSlots;
    /** The sum of the increments that each slot has to hold. */
    private final long[] sums;

    /** The slots filled so far: which increments may be in later ones, ascending, and a hash of those in these. */
    private static final class Filling {

        private final int[] open;
        private final long hash;
        /** A hash of the increments of unknown outcome among them. */
        private final long optionalHash;

        Filling(int[] open, long hash, long optionalHash) {
            this.open = open;
            this.hash = hash;
            this.optionalHash = optionalHash;
        }

        /** Returns the filling with the increments added for which the next slot is the first. */
        Filling with(int[] more) {
            int[] both = Arrays.copyOf(open, open.length + more.length);
            System.arraycopy(more, 0, both, open.length, more.length);
            Arrays.sort(both);
            return new Filling(both, hash, optionalHash);
        }
    }

    OneKeyOrder(CounterValues values, int key, int[] txns) {
        this.values = values;
        this.history = values.history();
        this.key = key;
        this.sign = values.neverShrinks(key) ? 1 : -1;
        this.readers = StableSort.by(
                this::value,
                Arrays.stream(txns).filter(txn -> firstRead(txn) >= 0).toArray());
        int[] groupOf = groups();
        int slotCount = readers.length == 0 ? 1 : groupOf[readers.length - 1] + 2;
        this.sums = new long[slotCount - 1];
        this.blind = StableSort.by(
                this::end,
                Arrays.stream(txns)
                        .filter(txn -> firstRead(txn) < 0 && net(txn) != 0)
                        .toArray());
        this.firstSlots = new int[blind.length];
        this.lastSlots = new int[blind.length];
        setBounds(groupOf);
    }

    /** Returns the transaction's first answered read, if it committed; else -1. */
    private int firstRead(int txn) {
        for (int op = history.firstOp(txn); values.isCommitted(txn) && op < history.endOp(txn); op++) {
            if (values.isRead(op)) {
                return op;
            }
        }
        return -1;
    }

    private long value(int reader) {
        return sign * values.external(firstRead(reader));
    }

    private long net(int txn) {
        return sign * values.net(txn, key);
    }

    private long end(int txn) {
        return values.isCommitted(txn) ? history.endNanos(txn) : NEVER;
    }

    /** Returns the group of each of the sorted readers. */
    private int[] groups() {
        int[] groupOf = new int[readers.length];
        for (int i = 1; i < readers.length; i++) {
            groupOf[i] = groupOf[i - 1] + (value(readers[i]) > value(readers[i - 1]) ? 1 : 0);
        }
        return groupOf;
    }

    private void setBounds(int[] groupOf) {
        long[] earliestEnd = new long[sums.length + 1];
        long[] latestStart = new long[sums.length + 1];
        Arrays.fill(earliestEnd, NEVER);
        Arrays.fill(latestStart, Long.MIN_VALUE);
        long reached = 0;
        for (int i = 0; i < readers.length; i++) {
            int group = groupOf[i];
            if (i == 0 || groupOf[i - 1] < group) {
                sums[group] = value(readers[i]) - reached;
                reached = value(readers[i]);
            }
            reached += net(readers[i]);
            earliestEnd[group] = Math.min(earliestEnd[group], history.endNanos(readers[i]));
            latestStart[group + 1] = Math.max(latestStart[group + 1], history.startNanos(readers[i]));
        }
        for (int slot = sums.length - 1; slot >= 0; slot--) {
            earliestEnd[slot] = Math.min(earliestEnd[slot], earliestEnd[slot + 1]);
        }
        for (int slot = 1; slot <= sums.length; slot++) {
            latestStart[slot] = Math.max(latestStart[slot], latestStart[slot - 1]);
        }
        for (int i = 0; i < blind.length; i++) {
            int txn = blind[i];
            firstSlots[i] = Moments.before(earliestEnd, history.startNanos(txn));
            lastSlots[i] = end(txn) == NEVER ? sums.length : Moments.before(latestStart, end(txn) + 1) - 1;
        }
    }

    /** Searches for an order; returns whether one was found. */
    boolean find() {
        if (!readersFit()) {
            return false;
        }
        for (int kept : KEPT) {
            if (fillAll(kept)) {
                return true;
            }
        }
        return false;
    }

    /** Decides whether the order of the values keeps real time, and at most one reader of each value changes it. */
    private boolean readersFit() {
        long latestStart = Long.MIN_VALUE;
        for (int i = 0; i < readers.length; ) {
            int next = i;
            int changing = 0;
            int changer = readers[i];
            while (next < readers.length && value(readers[next]) == value(readers[i])) {
                changing += net(readers[next]) == 0 ? 0 : 1;
                changer = net(readers[next]) == 0 ? changer : readers[next];
                next++;
            }
            for (int j = i; j < next; j++) {
                boolean misses = changing > 0 && history.endNanos(changer) < history.startNanos(readers[j]);
                if (changing > 1 || misses || history.endNanos(readers[j]) < latestStart) {
                    return false;
                }
            }
            for (int j = i; j < next; j++) {
                latestStart = Math.max(latestStart, history.startNanos(readers[j]));
            }
            i = next;
        }
        return true;
    }

    private boolean fillAll(int kept) {
        List<Filling> fillings = List.of(new Filling(new int[0], 0, 0));
        int[] arriving = byFirstSlot();
        int from = 0;
        for (int slot = 0; slot < sums.length; slot++) {
            int to = from;
            while (to < arriving.length && firstSlots[arriving[to]] <= slot) {
                to++;
            }
            var next = new ArrayList<Filling>();
            var known = new LongOpenHashSet();
            for (Filling filling : fillings) {
                new Slot(slot, filling.with(Arrays.copyOfRange(arriving, from, to)), Math.min(kept, WAYS_MAX))
                        .fill(next, known);
            }
            if (next.isEmpty()) {
                return false;
            }
            fillings = chosen(next, kept);
            from = to;
        }
        return true;
    }

    /**
     * Returns some of the fillings: in turn of those that have the same indeterminate increments. One that should have
     * taken effect and is left out is made up for by others for a while, in many ways, which must not crowd out the
     * right.
     */
    private static List<Filling> chosen(List<Filling> fillings, int kept) {
        if (fillings.size() <= kept) {
            return fillings;
        }
        var byOptional = new Long2ObjectLinkedOpenHashMap<List<Filling>>();
        for (Filling filling : fillings) {
            byOptional
                    .computeIfAbsent(filling.optionalHash, hash -> new ArrayList<>())
                    .add(filling);
        }
        var chosen = new ArrayList<Filling>(kept);
        for (int turn = 0; chosen.size() < kept; turn++) {
            for (List<Filling> alike : byOptional.values()) {
                if (turn < alike.size() && chosen.size() < kept) {
                    chosen.add(alike.get(turn));
                }
            }
        }
        return chosen;
    }

    private int[] byFirstSlot() {
        return StableSort.range(blind.length, index -> firstSlots[index]);
    }

    /** The ways to fill one slot after one filling of those before it. */
    private final class Slot {

        private final int slot;
        private final Filling before;
        private final int waysMax;
        private final int[] open;
        /** The sum of the open increments from each one on. */
        private final long[] rest;

        private final IntArrayList taken = new IntArrayList();
        private int ways;
        /** The first end of an open increment; one that begins later cannot be taken without it. */
        private final long firstEnd;

        Slot(int slot, Filling before, int waysMax) {
            this.slot = slot;
            this.before = before;
            this.waysMax = waysMax;
            this.open = before.open;
            this.firstEnd = open.length == 0 ? NEVER : OneKeyOrder.this.end(blind[open[0]]);
            this.rest = new long[open.length + 1];
            for (int i = open.length - 1; i >= 0; i--) {
                rest[i] = rest[i + 1] + net(blind[open[i]]);
            }
        }

        /** Takes each open one if it fits, and takes the last one back where that leads nowhere, or did already. */
        void fill(List<Filling> into, LongOpenHashSet known) {
            long left = sums[slot];
            int at = 0;
            for (int steps = 0; steps < STEPS_MAX && ways < waysMax; steps++) {
                boolean fits = at < open.length && left > 0 && left <= rest[at];
                if (fits && net(blind[open[at]]) <= left && !isSecondChoice(at)) {
                    left -= net(blind[open[at]]);
                    taken.add(at++);
                } else if (fits && !isLast(at)) {
                    at++;
                } else {
                    if (left == 0) {
                        end(into, known);
                    }
                    if (taken.isEmpty() || isLast(taken.topInt())) {
                        return;
                    }
                    at = taken.popInt();
                    left += net(blind[open[at]]);
                    at++;
                }
            }
        }

        /** Returns whether this slot is the last one for the increment; such increments stand before all others. */
        private boolean isLast(int at) {
            return lastSlots[open[at]] <= slot;
        }

        /** Keeps what was taken, if what was not can still follow. */
        private void end(List<Filling> into, LongOpenHashSet known) {
            int[] left = new int[open.length - taken.size()];
            long latestStart = Long.MIN_VALUE;
            long earliestEnd = NEVER;
            long hash = before.hash;
            long optionalHash = before.optionalHash;
            int next = 0;
            for (int i = 0; i < open.length; i++) {
                int txn = blind[open[i]];
                if (next < taken.size() && taken.getInt(next) == i) {
                    latestStart = Math.max(latestStart, history.startNanos(txn));
                    hash ^= HashCommon.mix((long) txn + 1);
                    optionalHash ^= values.isCommitted(txn) ? 0 : HashCommon.mix((long) txn + 1);
                    next++;
                } else if (isLast(i)) {
                    return;
                } else {
                    earliestEnd = Math.min(earliestEnd, OneKeyOrder.this.end(txn));
                    left[i - next] = open[i];
                }
            }
            if (latestStart <= earliestEnd && known.add(hash)) {
                into.add(new Filling(left, hash, optionalHash));
                ways++;
            }
        }

        /**
         * Decides whether another increment of the same amount that ends no later was skipped. If this one were taken
         * here and the other one later, they could change places: this one may follow all that the other may, and no
         * open increment precedes the other.
         */
        private boolean isSecondChoice(int at) {
            int next = 0;
            for (int i = 0; i < at; i++) {
                if (next < taken.size() && taken.getInt(next) == i) {
                    next++;
                } else if (net(blind[open[i]]) == net(blind[open[at]])
                        && history.startNanos(blind[open[i]]) <= firstEnd) {
                    return true;
                }
            }
            return false;
        }
    }
}

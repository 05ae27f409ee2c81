package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.keyvalue.RepeatedValues;

/**
 * Linearizability of each register by itself, where several transactions wrote one value. Whatever is strictly
 * serializable is linearizable key by key, and so is whatever keeps to strong snapshot isolation: of one key, a
 * transaction reads and writes at one moment of its interval. So a key that is not linearizable is a proof.
 */
final class Linearization {

    private static final int WINDOW = 8;

    private final RepeatedValues values;
    private final StepMeter meter;
    private final int[] writers;
    private Optional<Stuck> stuck = Optional.empty();
    private boolean isFound = true;

    /**
     * Transactions on one key that no order explains.
     *
     * @param txns their ids in the recorded history, ascending
     * @param isFromStart whether that rests on the initial state; if not, it is so whatever the key held before
     */
    record Stuck(List<Integer> txns, boolean isFromStart) {

        Stuck {
            txns = List.copyOf(txns);
        }
    }

    private Linearization(RepeatedValues values, StepMeter meter) {
        this.values = values;
        this.meter = meter;
        this.writers = new int[values.count()];
        Arrays.fill(writers, RepeatedValues.NONE);
    }

    /** Looks for an order of each key's transactions. The history has times. */
    static Linearization of(RepeatedValues values, StepMeter meter) {
        var linearization = new Linearization(values, meter);
        for (RegisterUses uses : RegisterUses.of(values.recorded())) {
            if (linearization.stuck.isEmpty()) {
                linearization.look(uses);
            }
        }
        linearization.requireAll();
        return linearization;
    }

    /** Counts nothing as found if a read is not attributed whose transaction took effect. */
    private void requireAll() {
        var effective = new IntOpenHashSet(writers);
        for (int open = 0; open < writers.length; open++) {
            int reader = values.reader(open);
            boolean counts =
                    effective.contains(reader) || values.base().history().indexOf(reader) >= 0;
            isFound &= writers[open] != RepeatedValues.NONE || !counts;
        }
    }

    /** Returns why there is no order, if that was found. */
    Optional<Stuck> stuck() {
        return stuck;
    }

    /** Returns the writers of open reads in the orders that were found; empty if one was not found. */
    Optional<int[]> writers() {
        return isFound ? Optional.of(writers) : Optional.empty();
    }

    private void look(RegisterUses uses) {
        int[] all = IntStream.range(0, uses.size()).toArray();
        var frontier = new RegisterFrontier(uses, all, true, 0, meter);
        switch (frontier.run()) {
            case FOUND -> attribute(uses, frontier.order());
            case UNKNOWN -> isFound = false;
            case NONE -> {
                isFound = false;
                stuck = Optional.of(new Culprits(uses, frontier.stuckAt()).find());
            }
        }
    }

    private void attribute(RegisterUses uses, int... order) {
        int writer = RepeatedValues.NONE;
        for (int use : order) {
            int open = uses.readOp(use) == RegisterUses.NONE ? -1 : values.open(uses.readOp(use));
            if (open >= 0) {
                writers[open] = writer;
            }
            if (!uses.isPureRead(use)) {
                writer = uses.txn(use);
            }
        }
    }

    /** The search for few transactions that have no order. */
    private final class Culprits {

        private final RegisterUses uses;
        private final int stuckAt;
        private boolean isFromStart;
        private long begin;

        Culprits(RegisterUses uses, int stuckAt) {
            this.uses = uses;
            this.stuckAt = stuckAt;
        }

        Stuck find() {
            int[] kept = window();
            boolean isLess;
            do {
                int[] fewer = reduced(kept);
                isLess = fewer.length < kept.length;
                kept = fewer;
            } while (isLess && !meter.isExhausted());
            return new Stuck(IntStream.of(kept).map(uses::txn).sorted().boxed().toList(), isFromStart);
        }

        /** Returns what was open in the shortest time, of those that are twice as long each, that has no order. */
        private int[] window() {
            int[] before = IntStream.range(0, uses.size())
                    .filter(use -> uses.start(use) <= uses.end(stuckAt))
                    .toArray();
            long[] ends = IntStream.of(before).mapToLong(uses::end).sorted().toArray();
            for (int size = WINDOW; size < before.length && !meter.isExhausted(); size *= 2) {
                begin = ends[before.length - size];
                int[] part = IntStream.of(before)
                        .filter(use -> uses.end(use) >= begin)
                        .toArray();
                if (isStuck(part)) {
                    return part;
                }
            }
            isFromStart = true;
            return before;
        }

        private boolean isStuck(int... part) {
            return new RegisterFrontier(uses, part, isFromStart, begin, meter).run() == RegisterFrontier.Answer.NONE;
        }

        /**
         * Leaves out one after the other: a read, or a write of what none of the rest has read. The history without it
         * would have an order if the whole had one.
         */
        private int[] reduced(int... part) {
            int[] kept = part;
            for (int use : part) {
                int[] rest = IntStream.of(kept).filter(other -> other != use).toArray();
                boolean isUnread = uses.isPureRead(use)
                        || IntStream.of(rest).noneMatch(other -> uses.read(other) == uses.write(use));
                if (isUnread && isStuck(rest)) {
                    kept = rest;
                }
            }
            return kept;
        }
    }

    /** Returns these transactions in a reduced history, without those that are not there. */
    static BitSet among(KeyValueHistory history, List<Integer> recorded) {
        var found = new BitSet();
        recorded.stream().mapToInt(history::indexOf).filter(txn -> txn >= 0).forEach(found::set);
        return found;
    }
}

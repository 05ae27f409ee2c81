package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.keyvalue.RepeatedValues;
import moirai.analysis.reduction.DeltaDebugging;

/**
 * Linearizability of each register by itself, where several transactions wrote one value. Whatever is strictly
 * serializable is linearizable key by key, and so is whatever keeps to strong snapshot isolation: of one key, a
 * transaction reads and writes at one moment of its interval. So a key that is not linearizable is a proof.
 */
final class Linearization {

    private static final int WINDOW = 8;

    /** The divisor of the budget: what one order of a key needs is little, or more than there is memory for. */
    private static final int SHARE = 10;

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
     * @param isMinimal whether none of them could be left out; if not, the budget ended first
     */
    record Stuck(List<Integer> txns, boolean isFromStart, boolean isMinimal) {

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
    static Linearization of(RepeatedValues values, StepMeter shared) {
        var share = new StepBudget(1 + Math.max(0, shared.left()) / SHARE);
        var linearization = new Linearization(values, new StepMeter(share));
        for (RegisterUses uses : RegisterUses.of(values.recorded())) {
            if (linearization.stuck.isEmpty()) {
                linearization.look(uses);
            }
        }
        linearization.requireAll();
        shared.spend(share.steps() - linearization.meter.left());
        return linearization;
    }

    /** Returns whether it tells anything: the writers of all open reads, or a key without an order. */
    boolean isConclusive() {
        return isFound || stuck.isPresent();
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
        var frontier = new RegisterFrontier(uses, meter);
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
        private long begin = Long.MIN_VALUE;

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
            return new Stuck(
                    IntStream.of(kept).map(uses::txn).sorted().boxed().toList(), isFromStart, !meter.isExhausted());
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
            begin = Long.MIN_VALUE;
            return before;
        }

        private boolean isStuck(int... part) {
            return new RegisterFrontier(uses, part, isFromStart, begin, uses.end(stuckAt), meter).run()
                    == RegisterFrontier.Answer.NONE;
        }

        /**
         * Leaves out reads, and writes of what none of the rest has read: the history without these would have an order
         * if the whole had one.
         */
        private int[] reduced(int... part) {
            List<Integer> all = IntStream.of(part).boxed().toList();
            DeltaDebugging.Test test = (rest, single) ->
                    isClosed(part, rest) && isStuck(rest.stream().toArray()) ? Optional.of(rest) : Optional.empty();
            return DeltaDebugging.reduce(all, test, meter::isExhausted).stream()
                    .mapToInt(use -> use)
                    .toArray();
        }

        /** Returns whether of each value that one of the rest has read all writers are among the rest. */
        private boolean isClosed(int[] part, BitSet rest) {
            var isRead = new BitSet();
            rest.stream()
                    .map(uses::read)
                    .filter(value -> value != RegisterUses.NONE)
                    .forEach(isRead::set);
            return IntStream.of(part)
                    .allMatch(use -> rest.get(use) || uses.isPureRead(use) || !isRead.get(uses.write(use)));
        }
    }

    /** Returns these transactions in a reduced history, without those that are not there. */
    static BitSet among(KeyValueHistory history, List<Integer> recorded) {
        var found = new BitSet();
        recorded.stream().mapToInt(history::indexOf).filter(txn -> txn >= 0).forEach(found::set);
        return found;
    }
}

package moirai.generators;

import java.util.Arrays;
import java.util.Queue;
import java.util.stream.IntStream;
import moirai.history.TxnPlan;

/**
 * Plans on one group of keys each: a plan changes keys of the group, or reads all of them, or does both.
 *
 * <p>The window has a group in each slot. A group gets its changes, as many a key as the recipe allows; it stays
 * readable until the next change would hit it, and then a fresh group takes its place.
 */
final class GroupPlans implements PlanStream {

    private final Draws draws;
    private final KeyNumbers numbers;
    private final SlotSampler sampler;
    private final int size;
    private final int changes;
    private final int maxWritesPerKey;
    private final long readThreshold;
    private final long scanThreshold;
    private final long abortThreshold;
    private final Groups.Reads reads;
    private final Structure structure;
    private final OpMix.Amounts amounts;

    /** The first key of the group in each slot. */
    private final int[] firstKeys;

    /** The number of changes of each key: those of slot 0, then those of slot 1, and so on. */
    private final int[] changeCounts;

    GroupPlans(Workload workload, Draws draws, KeyNumbers numbers) {
        this.draws = draws;
        this.numbers = numbers;
        this.size = workload.groups().size();
        this.changes = workload.groups().changes();
        this.maxWritesPerKey = workload.maxWritesPerKey();
        this.readThreshold = Draws.threshold(workload.readShare());
        this.scanThreshold = Draws.threshold(workload.scans().share());
        this.abortThreshold = Draws.threshold(workload.abortShare());
        this.reads = workload.groups().reads();
        this.structure = workload.structure();
        this.amounts = workload.amounts();
        this.firstKeys = new int[Math.max(1, workload.keyCount() / size)];
        this.changeCounts = new int[firstKeys.length * size];
        this.sampler = SlotSampler.of(workload.keyDistribution(), firstKeys.length);
        for (int slot = 0; slot < firstKeys.length; slot++) {
            firstKeys[slot] = numbers.take(size);
        }
    }

    @Override
    public TxnPlan next(Queue<TxnPlan> later) {
        boolean isRead = draws.isBelow(readThreshold);
        int slot = sampler.slot(draws.bits());
        if (isRead) {
            return reads(slot);
        }
        renewIfFull(slot);
        return switch (reads) {
            case APART -> change(slot, new TxnPlan.Builder(structure.model(), changes));
            case AROUND -> {
                TxnPlan before = reads(slot);
                later.add(change(slot, new TxnPlan.Builder(structure.model(), changes)));
                later.add(reads(slot));
                yield before;
            }
            case FIRST -> change(slot, reading(slot, size + changes));
            case COMPARED ->
                draws.below(2) == 0
                        ? change(slot, reading(slot, size + changes).guarded())
                        : change(slot, new TxnPlan.Builder(structure.model(), changes));
        };
    }

    private TxnPlan reads(int slot) {
        return reading(slot, size).build();
    }

    /**
     * Returns the beginning of a plan that reads all keys of the group: by a scan, or one by one from a random one on.
     * Where each read is of another moment, no key is then always the first.
     */
    private TxnPlan.Builder reading(int slot, int opCountExpected) {
        var plan = new TxnPlan.Builder(structure.model(), opCountExpected);
        if (scanThreshold > 0 && draws.isBelow(scanThreshold)) {
            return plan.scan(firstKeys[slot], firstKeys[slot] + size - 1);
        }
        int start = draws.below(size);
        for (int i = 0; i < size; i++) {
            plan.read(firstKeys[slot] + (start + i) % size);
        }
        return plan;
    }

    /** Returns a plan that ends with changes of keys of the group, from a random one on, that have changes left. */
    private TxnPlan change(int slot, TxnPlan.Builder plan) {
        int start = draws.below(size);
        int left = changes;
        for (int i = 0; i < size && left > 0; i++) {
            int at = (start + i) % size;
            if (hasRoom(slot, at)) {
                int count = ++changeCounts[slot * size + at];
                plan.change(
                        firstKeys[slot] + at, structure == Structure.COUNTERS ? 1 + draws.below(amounts.max()) : count);
                left--;
            }
        }
        return (abortThreshold > 0 && draws.isBelow(abortThreshold) ? plan.rolledBack() : plan).build();
    }

    private boolean hasRoom(int slot, int at) {
        return changeCounts[slot * size + at] < maxWritesPerKey;
    }

    private void renewIfFull(int slot) {
        if (IntStream.range(0, size).noneMatch(at -> hasRoom(slot, at))) {
            firstKeys[slot] = numbers.take(size);
            Arrays.fill(changeCounts, slot * size, (slot + 1) * size, 0);
        }
    }
}

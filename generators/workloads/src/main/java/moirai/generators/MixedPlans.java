package moirai.generators;

import java.util.Queue;
import moirai.history.TxnPlan;

/** Plans of any ops on any live keys. */
final class MixedPlans implements PlanStream {

    private final Draws draws;
    private final KeyNumbers numbers;
    private final SlotSampler sampler;
    private final int maxWritesPerKey;
    private final int maxTxnLength;
    private final long readThreshold;
    private final long scanThreshold;
    private final int scanWidth;
    private final long abortThreshold;
    private final Structure structure;
    private final OpMix.Amounts amounts;

    /** The window: the live key of each slot. */
    private final int[] keys;

    private final int[] changeCounts;

    MixedPlans(Workload workload, Draws draws, KeyNumbers numbers) {
        this.draws = draws;
        this.numbers = numbers;
        this.sampler = SlotSampler.of(workload.keyDistribution(), workload.keyCount());
        this.maxWritesPerKey = workload.maxWritesPerKey();
        this.maxTxnLength = workload.maxTxnLength();
        this.readThreshold = Draws.threshold(workload.readShare());
        this.scanThreshold = Draws.threshold(workload.scans().share());
        this.scanWidth = workload.scans().width();
        this.abortThreshold = Draws.threshold(workload.abortShare());
        this.structure = workload.structure();
        this.amounts = workload.amounts();
        this.keys = new int[workload.keyCount()];
        this.changeCounts = new int[workload.keyCount()];
        for (int slot = 0; slot < keys.length; slot++) {
            keys[slot] = numbers.take(1);
        }
    }

    @Override
    public TxnPlan next(Queue<TxnPlan> later) {
        int opCount = 1 + draws.below(maxTxnLength);
        var plan = new TxnPlan.Builder(structure.model(), opCount);
        boolean changes = false;
        for (int i = 0; i < opCount; i++) {
            // Without scans nothing is drawn for them: recipes from before there were any give the same plans.
            if (scanThreshold > 0 && draws.isBelow(scanThreshold)) {
                scan(plan);
                continue;
            }
            boolean read = draws.isBelow(readThreshold);
            int slot = sampler.slot(draws.bits());
            if (read) {
                plan.read(keys[slot]);
            } else {
                change(slot, plan);
                changes = true;
            }
        }
        return (changes && abortThreshold > 0 && draws.isBelow(abortThreshold) ? plan.rolledBack() : plan).build();
    }

    /** Scans a range with a live key in it; about half of the ranges include keys that are still unborn. */
    private void scan(TxnPlan.Builder plan) {
        int live = keys[sampler.slot(draws.bits())];
        int before = draws.below(scanWidth);
        int from = Math.max(numbers.first(), live - before);
        plan.scan(from, Math.min(from, Integer.MAX_VALUE - scanWidth) + scanWidth - 1);
    }

    /**
     * Appends, writes or adds the next element to the key in {@code slot}, or increments it, after a fresh key took the
     * place of a full one.
     *
     * <p>As in Elle, a full key stays readable until the next append would hit it: a read that sees the last element
     * proves the order of the last two. Elle then draws the op anew, which favours reads a little; here the op stays an
     * append.
     */
    private void change(int slot, TxnPlan.Builder plan) {
        if (changeCounts[slot] == maxWritesPerKey) {
            keys[slot] = numbers.take(1);
            changeCounts[slot] = 0;
        }
        changeCounts[slot]++;
        plan.change(keys[slot], structure == Structure.COUNTERS ? 1 + draws.below(amounts.max()) : changeCounts[slot]);
    }
}

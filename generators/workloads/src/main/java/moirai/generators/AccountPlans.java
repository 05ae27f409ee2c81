package moirai.generators;

import java.util.Queue;
import moirai.history.TxnPlan;

/** Plans that read all accounts, or move money from an account that they have read to another. */
final class AccountPlans implements PlanStream {

    private final Draws draws;
    private final SlotSampler sampler;
    private final long readThreshold;
    private final OpMix.Amounts amounts;
    private final int firstAccount;
    private final int accountCount;

    AccountPlans(Workload workload, Draws draws, KeyNumbers keys) {
        this.draws = draws;
        this.sampler = SlotSampler.of(workload.keyDistribution(), workload.keyCount());
        this.readThreshold = Draws.threshold(workload.readShare());
        this.amounts = workload.amounts();
        this.accountCount = workload.keyCount();
        this.firstAccount = keys.take(accountCount);
    }

    @Override
    public TxnPlan next(Queue<TxnPlan> later) {
        if (draws.isBelow(readThreshold)) {
            var read = new TxnPlan.Builder(Structure.ACCOUNTS.model(), accountCount);
            for (int i = 0; i < accountCount; i++) {
                read.read(firstAccount + i);
            }
            return read.build();
        }
        int from = sampler.slot(draws.bits());
        int to = (from + 1 + draws.below(accountCount - 1)) % accountCount;
        int amount = 1 + draws.below(amounts.max());
        var transfer = new TxnPlan.Builder(Structure.ACCOUNTS.model(), 3)
                .read(firstAccount + from)
                .change(firstAccount + from, -amount)
                .change(firstAccount + to, amount);
        return (amounts.negativeBalances() ? transfer : transfer.guarded()).build();
    }
}

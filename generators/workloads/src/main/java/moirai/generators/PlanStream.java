package moirai.generators;

import java.util.Queue;
import moirai.history.TxnPlan;

/** An endless stream of plans of one kind. Not thread-safe: {@link TxnGenerator} holds the lock. */
sealed interface PlanStream permits AccountPlans, GroupPlans, MixedPlans {

    /**
     * Returns the next plan.
     *
     * @param later gets the plans, if any, that the same session has to run after it, in their order
     */
    TxnPlan next(Queue<TxnPlan> later);

    /** Returns the stream of a recipe. */
    static PlanStream of(Workload workload, Draws draws, KeyNumbers keys) {
        if (workload.structure() == Structure.ACCOUNTS) {
            return new AccountPlans(workload, draws, keys);
        }
        return workload.groups().isNone()
                ? new MixedPlans(workload, draws, keys)
                : new GroupPlans(workload, draws, keys);
    }
}

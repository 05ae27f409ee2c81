package moirai.runs.sessions;

import java.util.List;
import moirai.generators.Workload;
import moirai.history.TxnPlan;

/** The contents of a database before the first transaction of a run. */
public final class InitialContents {

    private InitialContents() {}

    /**
     * Returns the plan that makes them. Accounts begin with a balance, which no transaction of the history has written.
     * Where sessions may read a state older than the run, a wrong total may only be such a state.
     */
    public static TxnPlan of(Workload workload) {
        List<Integer> balances = workload.balances();
        var plan = new TxnPlan.Builder(workload.structure().model(), balances.size());
        for (int account = 0; account < balances.size(); account++) {
            plan.change(account, balances.get(account));
        }
        return plan.build();
    }
}

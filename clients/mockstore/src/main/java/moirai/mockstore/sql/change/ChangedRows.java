package moirai.mockstore.sql.change;

import java.util.Iterator;
import java.util.List;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import org.jspecify.annotations.Nullable;

/** The rows that a change in WITH returns; the change is executed once in an execution of the statement. */
record ChangedRows(ChangePlan change) implements QueryPlan {

    @Override
    public List<Output> outputs() {
        return change.returning().outputs();
    }

    @Override
    public Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer) {
        return execution.once(change, () -> change.execute(execution).rows()).iterator();
    }
}

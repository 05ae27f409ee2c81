package moirai.mockstore.sql.plan.queries;

import java.util.Iterator;
import java.util.List;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import org.jspecify.annotations.Nullable;

/** The plan of VALUES: rows of expressions, one after the other. */
public record ValuesPlan(List<List<SqlExpression>> rows, List<Output> outputs) implements QueryPlan {

    public ValuesPlan {
        rows = rows.stream().map(List::copyOf).toList();
        outputs = List.copyOf(outputs);
    }

    @Override
    public Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer) {
        var frame = new PlanFrame(execution, outer, 0);
        return rows.stream().map(frame::evaluate).toList().iterator();
    }
}

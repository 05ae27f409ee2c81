package moirai.mockstore.sql.plan;

import java.util.Iterator;
import java.util.List;

/**
 * A step that finds the rows of a query in a FROM clause. The query is executed once for an execution of the query
 * around it.
 *
 * @param source number of the query's source that it moves
 * @param shared whether it is a common table expression, executed once for the whole statement
 */
public record QueryStep(int source, QueryPlan plan, Conditions conditions, boolean shared) implements Step {

    @Override
    public Cursor open(PlanFrame frame) {
        Iterator<List<Object>> rows = rows(frame).iterator();
        return () -> {
            while (rows.hasNext()) {
                frame.move(source, new Row.OfValues(rows.next()));
                if (conditions.hold(frame)) {
                    return true;
                }
            }
            return false;
        };
    }

    private List<List<Object>> rows(PlanFrame frame) {
        if (shared) {
            return frame.execution().shared(plan, () -> plan.all(frame.execution(), null));
        }
        return frame.derived(plan, () -> plan.all(frame.execution(), frame.outer()));
    }
}

package moirai.mockstore.sql.plan;

import java.util.Iterator;
import java.util.List;

/**
 * A step that finds the rows of a query in a FROM clause. The query is executed once for the whole statement,
 * or for each execution of the query around it, and only as far as its rows are asked for.
 *
 * @param source number of the query's source that it moves
 * @param isOnce whether it is executed once for the whole statement
 */
public record QueryStep(int source, QueryPlan plan, Conditions conditions, boolean isOnce) implements Step {

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

    private RowsOnce rows(PlanFrame frame) {
        return isOnce
                ? frame.once(plan, () -> new RowsOnce(plan.open(frame.execution(), null)))
                : frame.here(plan, () -> new RowsOnce(plan.open(frame.execution(), frame.outer())));
    }
}

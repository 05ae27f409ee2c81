package moirai.mockstore.sql.plan.queries;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import org.jspecify.annotations.Nullable;

/**
 * A query with an ORDER BY, LIMIT and OFFSET around it.
 *
 * @param columns numbers of the query's columns to sort by
 */
public record ArrangedPlan(QueryPlan input, List<Integer> columns, Ordering ordering, Window window)
        implements QueryPlan {

    public ArrangedPlan {
        columns = List.copyOf(columns);
    }

    @Override
    public List<Output> outputs() {
        return input.outputs();
    }

    @Override
    public Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer) {
        var frame = new PlanFrame(execution, outer, 0);
        if (columns.isEmpty()) {
            return window.of(input.open(execution, outer), frame);
        }
        var rows = new ArrayList<>(input.all(execution, outer));
        rows.sort(Comparator.comparing(row -> columns.stream().map(row::get).toList(), ordering.comparator()));
        return window.of(rows.iterator(), frame);
    }
}

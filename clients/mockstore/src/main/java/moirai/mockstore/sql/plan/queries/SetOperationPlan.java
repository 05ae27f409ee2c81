package moirai.mockstore.sql.plan.queries;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.types.SqlOrder;
import org.jspecify.annotations.Nullable;

/** The plan of a UNION, INTERSECT or EXCEPT of two queries whose columns have the same types. */
public record SetOperationPlan(Kind kind, boolean all, QueryPlan left, QueryPlan right) implements QueryPlan {

    /** The rule for which rows are in the result. */
    public enum Kind {
        /** The result has the rows of both queries. */
        UNION,
        /** The result has the rows that are in both queries. */
        INTERSECT,
        /** The result has the left's rows that are not in the right. */
        EXCEPT
    }

    @Override
    public List<Output> outputs() {
        // They are of no table, whichever they come from.
        return left.outputs().stream()
                .map(output -> new Output(output.label(), output.type(), "", ""))
                .toList();
    }

    @Override
    public Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer) {
        List<List<Object>> rows = new ArrayList<>(left.all(execution, outer));
        List<List<Object>> others = right.all(execution, outer);
        switch (kind) {
            case UNION -> rows.addAll(others);
            case INTERSECT, EXCEPT -> rows = matched(rows, others);
        }
        return (all ? rows : distinct(rows)).iterator();
    }

    /**
     * Returns the rows that have a match among the others. With ALL, each row of the right matches a single equal row
     * of the left; without, all equal rows.
     */
    private List<List<Object>> matched(List<List<Object>> rows, List<List<Object>> others) {
        Map<List<Object>, Integer> counts = new HashMap<>();
        others.forEach(row -> counts.merge(key(row), 1, Integer::sum));
        var result = new ArrayList<List<Object>>();
        for (List<Object> row : rows) {
            int rest = counts.getOrDefault(key(row), 0);
            if (rest > 0 && all) {
                counts.put(key(row), rest - 1);
            }
            if (rest > 0 == (kind == Kind.INTERSECT)) {
                result.add(row);
            }
        }
        return result;
    }

    private List<List<Object>> distinct(List<List<Object>> rows) {
        Map<List<Object>, Boolean> seen = new HashMap<>();
        return rows.stream().filter(row -> seen.put(key(row), true) == null).toList();
    }

    private List<Object> key(List<Object> row) {
        return SqlOrder.keys(row, types());
    }
}

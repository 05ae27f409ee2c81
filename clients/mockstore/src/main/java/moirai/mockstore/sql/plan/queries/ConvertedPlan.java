package moirai.mockstore.sql.plan.queries;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/** A query whose columns are converted to other types. */
public record ConvertedPlan(QueryPlan input, List<Output> outputs) implements QueryPlan {

    public ConvertedPlan {
        outputs = List.copyOf(outputs);
    }

    @Override
    public Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer) {
        List<SqlType> from = input.types();
        List<SqlType> to = types();
        return SelectPlan.map(input.open(execution, outer), row -> {
            var converted = new ArrayList<>(row.size());
            for (int column = 0; column < row.size(); column++) {
                converted.add(Conversion.convert(row.get(column), from.get(column), to.get(column)));
            }
            return converted;
        });
    }
}

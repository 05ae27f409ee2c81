package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.plan.queries.ConvertedPlan;
import moirai.mockstore.sql.plan.queries.SelectPlan;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.SqlType;

/** Changes the types and labels of the columns of plans. */
public final class Retyping {

    private Retyping() {}

    /** Returns the common type, which stays unknown if all types are. */
    static SqlType common(List<SqlType> types, String construct) {
        return types.stream().allMatch(type -> type == SqlType.UNKNOWN)
                ? SqlType.UNKNOWN
                : Coercion.common(types, construct);
    }

    /** Returns the plan with columns of these types; literals and parameters of unknown type get theirs. */
    public static QueryPlan of(QueryPlan plan, List<SqlType> types) {
        if (plan.types().equals(types)) {
            return plan;
        }
        List<Output> outputs = retyped(plan.outputs(), types);
        if (plan instanceof SelectPlan select && !select.arrangement().distinct()) {
            var projection = new ArrayList<SqlExpression>();
            for (int column = 0; column < types.size(); column++) {
                projection.add(Coercion.to(select.projection().get(column), types.get(column)));
            }
            return new SelectPlan(
                    select.from(), select.sources(), projection, outputs, select.arrangement(), select.cut());
        }
        return new ConvertedPlan(plan, outputs);
    }

    private static List<Output> retyped(List<Output> outputs, List<SqlType> types) {
        var retyped = new ArrayList<Output>();
        for (int column = 0; column < types.size(); column++) {
            Output output = outputs.get(column);
            SqlType type = types.get(column);
            retyped.add(
                    output.type().type() == type
                            ? output
                            : new Output(output.label(), ColumnType.of(type), output.table(), output.column()));
        }
        return retyped;
    }

    /** Returns the plan with other labels, and columns of the same types. */
    static QueryPlan relabelled(QueryPlan plan, List<Output> outputs) {
        return plan.outputs().equals(outputs) ? plan : new ConvertedPlan(plan, outputs);
    }
}

package moirai.mockstore.sql.change;

import java.util.List;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;

/** A RETURNING clause. */
public record Returning(List<SqlExpression> expressions, List<Output> outputs) {

    /** The value for a statement without the clause. */
    static final Returning NOTHING = new Returning(List.of(), List.of());

    public Returning {
        expressions = List.copyOf(expressions);
        outputs = List.copyOf(outputs);
    }

    /** Adds the current row to the result. */
    void add(PlanFrame frame, List<List<Object>> result) {
        if (!expressions.isEmpty()) {
            result.add(frame.evaluate(expressions));
        }
    }
}

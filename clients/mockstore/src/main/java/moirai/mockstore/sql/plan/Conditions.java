package moirai.mockstore.sql.plan;

import java.util.List;
import moirai.mockstore.sql.expression.SqlExpression;

/** A list of conditions that must all be true, evaluated in order up to the first that is not. */
public record Conditions(List<SqlExpression> conjuncts) {

    /** The empty list of conditions, which is always true. */
    public static final Conditions NONE = new Conditions(List.of());

    public Conditions {
        conjuncts = List.copyOf(conjuncts);
    }

    /** Returns whether all conditions are true for the current rows. */
    public boolean hold(PlanFrame frame) {
        for (SqlExpression conjunct : conjuncts) {
            if (!Boolean.TRUE.equals(conjunct.evaluate(frame))) {
                return false;
            }
        }
        return true;
    }
}

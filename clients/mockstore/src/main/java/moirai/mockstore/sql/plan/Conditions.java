package moirai.mockstore.sql.plan;

import java.util.List;
import moirai.mockstore.sql.expression.SqlExpression;

/** Conditions that must all be true; evaluated in order up to the first that is not. */
public record Conditions(List<SqlExpression> conjuncts) {

    /** Always true. */
    public static final Conditions NONE = new Conditions(List.of());

    public Conditions {
        conjuncts = List.copyOf(conjuncts);
    }

    /** Whether they hold for the current rows. */
    public boolean hold(PlanFrame frame) {
        for (SqlExpression conjunct : conjuncts) {
            if (!Boolean.TRUE.equals(conjunct.evaluate(frame))) {
                return false;
            }
        }
        return true;
    }
}

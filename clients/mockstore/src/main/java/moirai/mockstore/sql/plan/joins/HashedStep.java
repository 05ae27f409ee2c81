package moirai.mockstore.sql.plan.joins;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/**
 * A step that finds the combinations of another one by values that some of their columns must equal. It is opened for
 * each combination of the sources that were visited before, or of the query around.
 *
 * <p>(1) Combinations are pulled from the other step only as far as somebody looks for them, and kept, with a hash of
 * their values; (2) each opening finds those of its values by the hash, in the order in which they were pulled, and
 * then pulls on. So a query that needs only the first combinations, as EXISTS and LIMIT do, reads no more rows than a
 * nested loop does, and the order of the results is that of a nested loop. Conditions on the pulled rows alone are
 * evaluated before the values are, as in PostgreSQL, where the scan under a hash join evaluates them. A null equals
 * nothing.
 *
 * <p>Costs O(1) for each combination that is pulled or found, instead of a scan for each opening.
 *
 * @param input the step, which depends on no other source of the query
 * @param sources the sources that it moves
 * @param isOnce whether it depends on nothing at all, so that its rows serve the whole statement
 */
public record HashedStep(Step input, List<Integer> sources, List<Equation> equations, boolean isOnce) implements Step {

    public HashedStep {
        sources = List.copyOf(sources);
        equations = List.copyOf(equations);
    }

    /**
     * A condition that two values are equal.
     *
     * @param sought the value that is known when the step is opened
     * @param own the value of a combination of the step
     * @param type of both values, or of those that the other is compared with as if it were of the same
     */
    public record Equation(SqlExpression sought, SqlExpression own, SqlType type) {

        private Object key(Function<Equation, SqlExpression> side, PlanFrame frame) {
            return SqlOrder.comparable(side.apply(this).evaluate(frame), type);
        }
    }

    @Override
    public Cursor open(PlanFrame frame) {
        HashedRows rows = isOnce ? frame.once(this, () -> rows(frame)) : frame.here(this, () -> rows(frame));
        return new Found(rows, frame);
    }

    private HashedRows rows(PlanFrame frame) {
        PlanFrame own = frame.blank(!isOnce);
        return new HashedRows(input.open(own), own, sources, at -> key(Equation::own, at));
    }

    /** Returns what combinations are found by; null if a value is null. */
    private Object key(Function<Equation, SqlExpression> side, PlanFrame frame) {
        if (equations.size() == 1) {
            return equations.getFirst().key(side, frame);
        }
        var keys = new ArrayList<>(equations.size());
        for (Equation equation : equations) {
            Object key = equation.key(side, frame);
            if (key == SqlNull.NULL) {
                return key;
            }
            keys.add(key);
        }
        return keys;
    }

    /** The combinations of some values. The values are not computed if there is no combination at all. */
    private final class Found implements Cursor {

        private final HashedRows rows;
        private final PlanFrame frame;
        private Object key = SqlNull.NULL;
        private boolean hasKey;
        private int next;

        Found(HashedRows rows, PlanFrame frame) {
            this.rows = rows;
            this.frame = frame;
        }

        @Override
        public boolean next() {
            if (!hasKey) {
                if (!rows.isAny()) {
                    return false;
                }
                key = key(Equation::sought, frame);
                hasKey = true;
            }
            if (key == SqlNull.NULL || !rows.move(frame, key, next)) {
                return false;
            }
            frame.execution().step();
            next++;
            return true;
        }
    }
}

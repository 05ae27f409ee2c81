package moirai.mockstore.sql.expression;

import java.util.Collection;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/** Evaluates constant expressions when they are compiled, as PostgreSQL's planner does. */
public final class Folding {

    private static final Frame NO_ROW = new NoRow();

    private Folding() {}

    /**
     * Returns an expression whose value depends on these parts and on settings of the session, so that PostgreSQL
     * evaluates it for each row, even if they are constants (its "stable" functions).
     */
    public static SqlExpression stable(List<SqlExpression> parts, SqlType type, Computed.Evaluation evaluation) {
        for (SqlExpression part : parts) {
            if (part instanceof Doomed doomed) {
                return new Doomed(type, doomed.failure());
            }
        }
        return new Computed(type, evaluation);
    }

    /** Returns an expression whose value depends only on these parts; it is a constant if they are. */
    public static SqlExpression fold(List<SqlExpression> parts, SqlType type, Computed.Evaluation evaluation) {
        for (SqlExpression part : parts) {
            if (part instanceof Doomed doomed) {
                return new Doomed(type, doomed.failure());
            }
        }
        if (!parts.stream().allMatch(Constant.class::isInstance)) {
            return new Computed(type, evaluation);
        }
        try {
            return new Constant(type, evaluation.in(NO_ROW));
        } catch (StoreException failure) {
            return new Doomed(type, failure);
        }
    }

    /**
     * Fails if an expression cannot be evaluated, as PostgreSQL's planner does: when the whole statement has been
     * compiled, before any row is read and any number is taken from a sequence.
     *
     * @throws StoreException of the first expression that cannot be evaluated
     */
    public static void requirePossible(Collection<SqlExpression> expressions) {
        for (SqlExpression expression : expressions) {
            if (expression instanceof Doomed doomed) {
                throw doomed.failure();
            }
        }
    }

    /** Returns the value of an expression that depends on nothing. */
    public static Object constant(SqlExpression expression) {
        return expression.evaluate(NO_ROW);
    }

    /** Returns whether the expression is the constant NULL. */
    public static boolean isNull(SqlExpression expression) {
        return expression instanceof Constant constant && constant.value() == SqlNull.NULL;
    }

    /** A frame without any values, because constants need none. */
    private static final class NoRow implements Frame {

        @Override
        public Object column(int levelsUp, int source, int column) {
            throw new IllegalStateException("a constant has no column " + column);
        }

        @Override
        public Object parameter(int index) {
            throw new IllegalStateException("a constant has no parameter " + index);
        }

        @Override
        public java.time.OffsetDateTime now() {
            throw new IllegalStateException("a constant does not know the time");
        }

        @Override
        public long nextValue(String sequence) {
            throw new IllegalStateException("a constant takes no number from " + sequence);
        }
    }
}

package moirai.mockstore.sql.expression;

import moirai.mockstore.sql.types.SqlType;

/** An expression of a type that knows how to compute its value. */
public record Computed(SqlType type, Evaluation evaluation) implements SqlExpression {

    /** The value in a row. */
    @FunctionalInterface
    public interface Evaluation {
        Object in(Frame frame);
    }

    @Override
    public Object evaluate(Frame frame) {
        return evaluation.in(frame);
    }
}

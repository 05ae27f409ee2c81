package moirai.mockstore.sql.expression;

import moirai.mockstore.sql.types.SqlType;

/** An expression of a type with a function that computes its value. */
public record Computed(SqlType type, Evaluation evaluation) implements SqlExpression {

    /** A function that computes the value of an expression in a row. */
    @FunctionalInterface
    public interface Evaluation {
        Object in(Frame frame);
    }

    @Override
    public Object evaluate(Frame frame) {
        return evaluation.in(frame);
    }
}

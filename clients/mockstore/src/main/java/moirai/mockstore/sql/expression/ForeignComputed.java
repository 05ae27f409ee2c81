package moirai.mockstore.sql.expression;

import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;

/**
 * An expression with a function that computes its value, of a type that only PostgreSQL has.
 *
 * @param label the name of its column
 */
public record ForeignComputed(ForeignType foreign, String label, Computed.Evaluation evaluation)
        implements SqlExpression {

    @Override
    public SqlType type() {
        return SqlType.TEXT;
    }

    @Override
    public Object evaluate(Frame frame) {
        return evaluation.in(frame);
    }
}

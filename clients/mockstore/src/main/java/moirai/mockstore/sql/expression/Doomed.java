package moirai.mockstore.sql.expression;

import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.SqlType;

/**
 * An expression of constants that cannot be evaluated. PostgreSQL finds that out when it plans a statement, before it
 * reads any row, so that the whole statement fails unless another constant makes the expression superfluous.
 */
public record Doomed(SqlType type, StoreException failure) implements SqlExpression {

    @Override
    public Object evaluate(Frame frame) {
        throw failure;
    }
}

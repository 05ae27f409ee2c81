package moirai.mockstore.sql.expression;

import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/** A literal. A literal of type {@link SqlType#UNKNOWN} is a text or null whose type its place determines. */
public record Constant(SqlType type, Object value) implements SqlExpression {

    /** The literal NULL. */
    public static final Constant NULL = new Constant(SqlType.UNKNOWN, SqlNull.NULL);

    @Override
    public Object evaluate(Frame frame) {
        return value;
    }
}

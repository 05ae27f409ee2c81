package moirai.mockstore.sql.expression;

import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/** A literal. Of type {@link SqlType#UNKNOWN}, it is a text or null that takes its type from where it stands. */
public record Constant(SqlType type, Object value) implements SqlExpression {

    /** The literal NULL. */
    public static final Constant NULL = new Constant(SqlType.UNKNOWN, SqlNull.NULL);

    @Override
    public Object evaluate(Frame frame) {
        return value;
    }
}

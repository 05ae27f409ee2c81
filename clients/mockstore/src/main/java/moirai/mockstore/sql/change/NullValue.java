package moirai.mockstore.sql.change;

import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/** The value null, for a column without an expression. */
record NullValue() implements SqlExpression {

    @Override
    public SqlType type() {
        return SqlType.UNKNOWN;
    }

    @Override
    public Object evaluate(Frame frame) {
        return SqlNull.NULL;
    }
}

package moirai.mockstore.sql.change;

import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.SqlType;

/** The next number of a column's sequence. */
record NextValue(String sequence) implements SqlExpression {

    @Override
    public SqlType type() {
        return SqlType.BIGINT;
    }

    @Override
    public Object evaluate(Frame frame) {
        return frame.nextValue(sequence);
    }
}

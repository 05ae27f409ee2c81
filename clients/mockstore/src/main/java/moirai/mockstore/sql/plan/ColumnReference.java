package moirai.mockstore.sql.plan;

import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.SqlType;

/** A column of the current row of a source; see {@link Frame#column}. */
public record ColumnReference(int levelsUp, int source, int column, SqlType type) implements SqlExpression {

    @Override
    public Object evaluate(Frame frame) {
        return frame.column(levelsUp, source, column);
    }
}

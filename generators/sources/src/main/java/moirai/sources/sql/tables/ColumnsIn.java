package moirai.sources.sql.tables;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.schema.Column;

/** Finds the columns that an expression of SQL names. */
@SuppressWarnings("exports") // No other module calls this class, though its package is exported for the tables.
public final class ColumnsIn {

    private ColumnsIn() {}

    public static List<Column> of(Expression sql) {
        var columns = new ArrayList<Column>();
        sql.accept(
                new ExpressionVisitorAdapter<Void>() {
                    @Override
                    public <S> Void visit(Column column, S parameter) {
                        columns.add(column);
                        return super.visit(column, parameter);
                    }
                },
                null);
        return columns;
    }
}

package moirai.mockstore.sql.expression.compile;

import java.util.List;
import moirai.mockstore.sql.expression.Scope;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.aggregate.Aggregate;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;

/** A scope that records whether an expression depends on rows. */
final class WatchedScope implements Scope {

    private final Scope scope;
    private boolean hasColumns;

    WatchedScope(Scope scope) {
        this.scope = scope;
    }

    boolean hasColumns() {
        return hasColumns;
    }

    @Override
    public SqlExpression column(Column name) {
        hasColumns = true;
        return scope.column(name);
    }

    @Override
    public SqlExpression passedOn(Column name) {
        hasColumns = true;
        return scope.passedOn(name);
    }

    @Override
    public void leaveOpen(int index) {
        scope.leaveOpen(index);
    }

    @Override
    public void arrayParameter(int index, SqlType element) {
        scope.arrayParameter(index, element);
    }

    @Override
    public void parameterType(int index, ForeignType type) {
        scope.parameterType(index, type);
    }

    @Override
    public SqlExpression parameter(int index) {
        return scope.parameter(index);
    }

    @Override
    public void parameterType(int index, SqlType type) {
        scope.parameterType(index, type);
    }

    @Override
    public void vary() {
        scope.vary();
    }

    @Override
    public Subquery subquery(Select select) {
        hasColumns = true;
        return scope.subquery(select);
    }

    @Override
    public SqlExpression aggregate(Aggregate function, boolean distinct, List<Expression> arguments) {
        hasColumns = true;
        return scope.aggregate(function, distinct, arguments);
    }
}

package moirai.mockstore.sql.expression.compile;

import java.util.Iterator;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.Scope;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;

/** Compiles queries inside expressions. Their rows are read only until the outcome is known. */
final class Subqueries {

    private Subqueries() {}

    static Scope.Subquery of(Select select, Scope scope) {
        return scope.subquery(select);
    }

    static SqlExpression scalar(Select select, Scope scope) {
        Scope.Subquery query = of(select, scope);
        if (query.types().size() != 1) {
            throw new StoreException("42601", "subquery must return only one column");
        }
        return new Computed(typeOf(query, 0), frame -> {
            Iterator<List<Object>> rows = query.rows(frame).iterator();
            if (!rows.hasNext()) {
                return SqlNull.NULL;
            }
            Object value = rows.next().get(0);
            if (rows.hasNext()) {
                throw new StoreException("21000", "more than one row returned by a subquery used as an expression");
            }
            return value;
        });
    }

    static SqlExpression exists(Select select, Scope scope) {
        Scope.Subquery query = of(select, scope);
        return new Computed(
                SqlType.BOOLEAN, frame -> query.rows(frame).iterator().hasNext());
    }

    /** Returns the type of a column; text if it is unknown, as in every result. */
    static SqlType typeOf(Scope.Subquery query, int column) {
        SqlType type = query.types().get(column);
        return type == SqlType.UNKNOWN ? SqlType.TEXT : type;
    }

    /** Returns whether the expression is a sub-query, within any parentheses that the parser or the author added. */
    static boolean isQuery(net.sf.jsqlparser.expression.Expression expression) {
        return expression instanceof ParenthesedSelect || expression instanceof Select;
    }
}

package moirai.mockstore.sql.expression.compile;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.Scope;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.statement.select.Select;

/** Compiles queries inside expressions. Their rows are read only until the outcome is known. */
final class Subqueries {

    private Subqueries() {}

    static SqlExpression scalar(Select select, Scope scope) {
        Scope.Subquery query = scope.subquery(select);
        if (query.types().size() != 1) {
            throw new StoreException("42601", "subquery must return only one column");
        }
        return new Computed(
                typeOf(query, 0),
                frame -> onlyRow(query, frame).map(row -> row.get(0)).orElse(SqlNull.NULL));
    }

    /**
     * Returns the row of a query that may have one at most; empty if it has none.
     *
     * @throws StoreException if it has more (SQLSTATE 21000)
     */
    static Optional<List<Object>> onlyRow(Scope.Subquery query, Frame frame) {
        Iterator<List<Object>> rows = query.rows(frame).iterator();
        if (!rows.hasNext()) {
            return Optional.empty();
        }
        List<Object> row = rows.next();
        if (rows.hasNext()) {
            throw new StoreException("21000", "more than one row returned by a subquery used as an expression");
        }
        return Optional.of(row);
    }

    static SqlExpression exists(Select select, Scope scope) {
        Scope.Subquery query = scope.subquery(select);
        return new Computed(
                SqlType.BOOLEAN, frame -> query.rows(frame).iterator().hasNext());
    }

    /** Returns the type of a column; text if it is unknown, as in every result. */
    static SqlType typeOf(Scope.Subquery query, int column) {
        SqlType type = query.types().get(column);
        return type == SqlType.UNKNOWN ? SqlType.TEXT : type;
    }
}

package moirai.mockstore.sql.expression;

import java.util.List;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;

/** What the names and placeholders of an expression stand for. */
public interface Scope {

    /**
     * The column of this name, of this query or one around it.
     *
     * @throws moirai.mockstore.StoreException if there is none (SQLSTATE 42703) or more than one (42702)
     */
    SqlExpression column(Column name);

    /** The parameter of this index, from 0; of type {@link SqlType#UNKNOWN} until known. */
    SqlExpression parameter(int index);

    /**
     * Says of which type a parameter is, as its place makes known; from now on, {@link #parameter} has to give it
     * this type. Its value may still be a text, or of a wider or narrower class of number.
     */
    default void parameterType(int index, SqlType type) {}

    /** A query inside an expression. */
    Subquery subquery(Select select);

    /**
     * The value of an aggregate in the current group.
     *
     * @param distinct whether rows with equal arguments count once
     * @param arguments to be compiled in the scope of the rows that are aggregated; may hold more than the call
     *     shows, such as its FILTER
     * @throws moirai.mockstore.StoreException where aggregates are not allowed (SQLSTATE 42803)
     */
    SqlExpression aggregate(
            AggregateFunction function, boolean distinct, List<net.sf.jsqlparser.expression.Expression> arguments);

    /** A query inside an expression, ready to be executed for each row. */
    interface Subquery {

        /** Of its columns. */
        List<SqlType> types();

        /** Its rows for the current row of the queries around it; read from the store as they are asked for. */
        Iterable<List<Object>> rows(Frame frame);
    }
}

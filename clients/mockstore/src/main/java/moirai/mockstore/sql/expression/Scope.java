package moirai.mockstore.sql.expression;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.aggregate.Aggregate;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;

/** The meanings of the names and placeholders of an expression. */
public interface Scope {

    /**
     * Returns the column of this name, of this query or a query around it.
     *
     * @throws moirai.mockstore.StoreException if there is none (SQLSTATE 42703) or more than one (42702)
     */
    SqlExpression column(Column name);

    /** Returns the parameter of this index, from 0; its type is {@link SqlType#UNKNOWN} until known. */
    SqlExpression parameter(int index);

    /**
     * Sets the type of a parameter, as its place determines it; from now on {@link #parameter} has to return this type.
     * Its value may still be a text, or of a wider or narrower class of number.
     */
    default void parameterType(int index, SqlType type) {}

    /** Notes that a parameter has a place that accepts any type; another one has to determine it. */
    default void leaveOpen(int index) {}

    /** Notes that a parameter is an array of elements of a type. */
    default void arrayParameter(int index, SqlType element) {}

    /** Notes that a parameter is of a type that only PostgreSQL has. */
    default void parameterType(int index, ForeignType type) {}

    /**
     * Returns the column of this name, of any type, for a place where its value is only passed on, or tested for null.
     */
    default SqlExpression passedOn(Column name) {
        return column(name);
    }

    /**
     * Notes that an expression of constants has no value: the statement will fail, with this error unless something
     * else is wrong with it.
     */
    default void impossible(StoreException failure) {
        throw failure;
    }

    /** Notes that the value may be another one whenever the expression is evaluated, as that of {@code random()}. */
    default void vary() {}

    /** Returns a query inside an expression, compiled. */
    Subquery subquery(Select select);

    /**
     * Returns the value of an aggregate in the current group.
     *
     * @param distinct whether rows with equal arguments count once
     * @param arguments to be compiled in the scope of the rows that are aggregated; may contain more than the call
     *    shows, such as its FILTER
     * @throws moirai.mockstore.StoreException where aggregates are not allowed (SQLSTATE 42803)
     */
    SqlExpression aggregate(Aggregate function, boolean distinct, List<Expression> arguments);

    /** A query inside an expression, ready to be executed for each row. */
    interface Subquery {

        /** Returns the types of its columns. */
        List<SqlType> types();

        /** Returns whether its rows depend on the current row of the queries around it. */
        boolean isCorrelated();

        /**
         * Returns its rows for the current row of the queries around it; they are read from the store on demand. A
         * query that is not correlated is executed once for the whole statement.
         */
        Iterable<List<Object>> rows(Frame frame);
    }
}

package moirai.mockstore.sql.expression;

import moirai.mockstore.sql.types.SqlType;

/** An expression that has a value in each row. */
public interface SqlExpression {

    /** Returns the type of a result of {@link #evaluate} that is not null. */
    SqlType type();

    /**
     * Returns the value; {@link moirai.mockstore.sql.types.SqlNull#NULL} for null.
     *
     * @throws moirai.mockstore.StoreException where PostgreSQL fails, such as 22012 for a division by zero
     */
    Object evaluate(Frame frame);
}

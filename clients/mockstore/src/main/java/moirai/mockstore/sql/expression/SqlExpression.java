package moirai.mockstore.sql.expression;

import moirai.mockstore.sql.types.SqlType;

/** Something that has a value in each row. */
public interface SqlExpression {

    /** What {@link #evaluate} returns, if not null. */
    SqlType type();

    /**
     * The value; {@link moirai.mockstore.sql.types.SqlNull#NULL} for null.
     *
     * @throws moirai.mockstore.StoreException as PostgreSQL would refuse, such as 22012 for a division by zero
     */
    Object evaluate(Frame frame);
}

package moirai.mockstore.sql.expression.aggregate;

import java.util.List;
import moirai.mockstore.sql.types.SqlType;

/** An aggregate function, which computes a value from many rows. */
public interface Aggregate {

    /**
     * Returns the type of the result for arguments of these types.
     *
     * @throws moirai.mockstore.StoreException if it takes no such arguments (SQLSTATE 42883)
     */
    SqlType type(List<SqlType> arguments);

    /** Returns whether it takes arguments of any type, so that it determines that of no parameter. */
    default boolean takesAny() {
        return false;
    }

    /** Returns an accumulator for one group. */
    Accumulator accumulator(List<SqlType> arguments);

    /** A running aggregate that takes the rows of a group one after the other. */
    interface Accumulator {

        void add(List<Object> arguments);

        Object result();
    }
}

package moirai.mockstore.sql.expression.aggregate;

import java.util.List;
import moirai.mockstore.sql.types.SqlType;

/** A function of many rows. */
public interface Aggregate {

    /**
     * What it returns for arguments of these types.
     *
     * @throws moirai.mockstore.StoreException if it takes no such arguments (SQLSTATE 42883)
     */
    SqlType type(List<SqlType> arguments);

    /** For one group. */
    Accumulator accumulator(List<SqlType> arguments);

    /** Takes one row of a group after the other. */
    interface Accumulator {

        void add(List<Object> arguments);

        Object result();
    }
}

package moirai.mockstore.sql.expression;

import java.util.List;
import moirai.mockstore.sql.types.SqlType;

/** A function of many rows. */
public interface AggregateFunction {

    /** What it returns for arguments of these types. */
    SqlType type(List<SqlType> arguments);

    /** For one group. */
    Accumulator accumulator(List<SqlType> arguments);

    /** Takes one row of a group after the other. */
    interface Accumulator {

        void add(List<Object> arguments);

        Object result();
    }
}

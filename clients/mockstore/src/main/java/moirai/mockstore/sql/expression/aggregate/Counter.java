package moirai.mockstore.sql.expression.aggregate;

import java.util.List;
import moirai.mockstore.sql.types.SqlNull;

/** A count of rows, or of rows whose argument is not null. */
final class Counter implements Aggregate.Accumulator {

    private long count;

    @Override
    public void add(List<Object> arguments) {
        if (arguments.isEmpty() || arguments.get(0) != SqlNull.NULL) {
            count++;
        }
    }

    @Override
    public Object result() {
        return count;
    }
}

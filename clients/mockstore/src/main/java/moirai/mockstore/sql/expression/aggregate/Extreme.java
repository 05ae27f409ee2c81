package moirai.mockstore.sql.expression.aggregate;

import java.util.List;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/** The greatest or least value. */
final class Extreme implements Aggregate.Accumulator {

    private final SqlType type;
    private final boolean greatest;
    private Object best = SqlNull.NULL;

    Extreme(SqlType type, boolean greatest) {
        this.type = type;
        this.greatest = greatest;
    }

    @Override
    public void add(List<Object> arguments) {
        Object value = arguments.get(0);
        if (value != SqlNull.NULL && (best == SqlNull.NULL || isBetter(value))) {
            best = value;
        }
    }

    private boolean isBetter(Object value) {
        int order = type == SqlType.CHAR
                ? SqlOrder.compare(SqlOrder.key(value, type), SqlOrder.key(best, type))
                : SqlOrder.compare(value, best);
        return greatest ? order > 0 : order < 0;
    }

    @Override
    public Object result() {
        return best;
    }
}

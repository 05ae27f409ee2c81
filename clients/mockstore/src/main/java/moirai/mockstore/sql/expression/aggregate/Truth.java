package moirai.mockstore.sql.expression.aggregate;

import java.util.List;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/** The disjunction or conjunction of truth values. */
final class Truth implements Aggregate.Accumulator {

    private final boolean deciding;
    private Object outcome = SqlNull.NULL;

    Truth(boolean deciding) {
        this.deciding = deciding;
    }

    @Override
    public void add(List<Object> arguments) {
        Object value = arguments.get(0) instanceof String text
                ? Conversion.convert(text, SqlType.UNKNOWN, SqlType.BOOLEAN)
                : arguments.get(0);
        if (value != SqlNull.NULL && (outcome == SqlNull.NULL || (Boolean) value == deciding)) {
            outcome = value;
        }
    }

    @Override
    public Object result() {
        return outcome;
    }
}

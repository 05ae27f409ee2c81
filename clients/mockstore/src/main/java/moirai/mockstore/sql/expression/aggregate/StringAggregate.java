package moirai.mockstore.sql.expression.aggregate;

import java.util.List;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/** The concatenation of texts, where each except the first is preceded by its separator. */
final class StringAggregate implements Aggregate {

    @Override
    public SqlType type(List<SqlType> arguments) {
        boolean texts = arguments.size() == 2
                && arguments.stream().allMatch(type -> type == SqlType.UNKNOWN || Casts.isString(type));
        if (!texts) {
            throw Aggregates.noSuch("string_agg", arguments);
        }
        return SqlType.TEXT;
    }

    @Override
    public Accumulator accumulator(List<SqlType> arguments) {
        var text = new StringBuilder();
        return new Accumulator() {

            private boolean any;

            @Override
            public void add(List<Object> values) {
                if (values.get(0) == SqlNull.NULL) {
                    return;
                }
                if (any && values.get(1) != SqlNull.NULL) {
                    text.append(Conversion.convert(values.get(1), arguments.get(1), SqlType.TEXT));
                }
                text.append(Conversion.convert(values.get(0), arguments.get(0), SqlType.TEXT));
                any = true;
            }

            @Override
            public Object result() {
                return any ? text.toString() : SqlNull.NULL;
            }
        };
    }
}

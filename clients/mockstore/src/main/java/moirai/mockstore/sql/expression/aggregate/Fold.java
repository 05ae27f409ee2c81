package moirai.mockstore.sql.expression.aggregate;

import java.util.List;
import java.util.function.BinaryOperator;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/** A value that combines all values that are not null, from the first to the last; null without any. */
final class Fold implements Aggregate.Accumulator {
    private final SqlType argument;
    private final SqlType result;
    private final BinaryOperator<Object> operator;
    private Object outcome = SqlNull.NULL;

    /** Creates an accumulator without values; the operator combines values of the result's type. */
    Fold(SqlType argument, SqlType result, BinaryOperator<Object> operator) {
        this.argument = argument;
        this.result = result;
        this.operator = operator;
    }

    @Override
    public void add(List<Object> arguments) {
        Object given = arguments.get(0);
        // A parameter of a declared type is of no type here, but its value is.
        Object value = argument == SqlType.UNKNOWN && result.represents(given)
                ? given
                : Conversion.convert(given, argument, result);
        if (value != SqlNull.NULL) {
            outcome = outcome == SqlNull.NULL ? value : operator.apply(outcome, value);
        }
    }

    @Override
    public Object result() {
        return outcome;
    }
}

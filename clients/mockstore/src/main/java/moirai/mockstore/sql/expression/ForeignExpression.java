package moirai.mockstore.sql.expression;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.ForeignCall;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TextFormat;

/**
 * An expression that PostgreSQL evaluates for each row: the store reads what it needs, so that it sees no more than an
 * expression of its own would.
 *
 * @param arguments the values of the parameters of the call
 */
public record ForeignExpression(ForeignCall call, List<SqlExpression> arguments) implements SqlExpression {

    public ForeignExpression {
        arguments = List.copyOf(arguments);
    }

    /** Returns a parameter of the statement as one of a call, and tells the scope its type. */
    public static SqlExpression parameter(Scope scope, int index, ColumnType type) {
        Parameter parameter = Parameter.of(scope, index);
        return type.foreign() == null ? parameter.as(type.type()) : parameter.as(type.foreign());
    }

    @Override
    public SqlType type() {
        return call.result().type();
    }

    @Override
    public Object evaluate(Frame frame) {
        Object constant = call.constant();
        Object result = constant == null ? asked(frame) : constant;
        return result instanceof String text ? TextFormat.read(text, type()) : result;
    }

    private Object asked(Frame frame) {
        var values = new ArrayList<>();
        for (int index = 0; index < arguments.size(); index++) {
            Object value = arguments.get(index).evaluate(frame);
            // A value of a type that only PostgreSQL has is a text already.
            values.add(
                    value == SqlNull.NULL || value instanceof String
                            ? value
                            : TextFormat.write(
                                    value, call.parameters().get(index).type()));
        }
        return frame.evaluate(call, values);
    }
}

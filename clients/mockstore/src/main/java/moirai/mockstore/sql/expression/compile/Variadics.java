package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.Parameter;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.function.Functions;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TextFormat;

/** Compiles functions of any number of arguments of any types, which ignore nulls. */
final class Variadics {

    private Variadics() {}

    static Optional<SqlExpression> function(String name, List<SqlExpression> given) {
        int fixed = switch (name) {
            case "concat" -> 0;
            case "concat_ws" -> 1;
            default -> -1;
        };
        if (fixed < 0) {
            return Optional.empty();
        }
        if (given.size() <= fixed) {
            throw new StoreException(
                    "42883",
                    "function "
                            + Functions.call(
                                    name,
                                    given.stream().map(SqlExpression::type).toList())
                            + " does not exist");
        }
        List<SqlExpression> arguments = new ArrayList<>(given);
        arguments.subList(fixed, arguments.size()).replaceAll(Parameter::leftOpen);
        arguments.replaceAll(Coercion::output);
        if (fixed == 0) {
            return Optional.of(
                    Folding.stable(arguments, SqlType.TEXT, frame -> String.join("", texts(arguments, frame))));
        }
        SqlExpression separator = Coercion.to(arguments.get(0), SqlType.TEXT);
        List<SqlExpression> rest = arguments.subList(1, arguments.size());
        return Optional.of(Folding.stable(arguments, SqlType.TEXT, frame -> {
            Object between = separator.evaluate(frame);
            return between == SqlNull.NULL ? between : String.join((String) between, texts(rest, frame));
        }));
    }

    /** Returns the arguments in their types' text formats: a boolean is a letter, and a char keeps its padding. */
    private static List<String> texts(List<SqlExpression> arguments, Frame frame) {
        List<String> texts = new ArrayList<>();
        for (SqlExpression argument : arguments) {
            Object value = argument.evaluate(frame);
            if (value != SqlNull.NULL) {
                texts.add(TextFormat.write(value, argument.type()));
            }
        }
        return texts;
    }
}

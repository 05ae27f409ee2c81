package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.Doomed;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.function.Functions;
import moirai.mockstore.sql.expression.function.Signature;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/** Creates calls of operators and functions of values, and the logical operators. */
final class Operators {

    private Operators() {}

    /** Returns an operator's call; a prefix operator has one operand, and LIKE with an escape character three. */
    static SqlExpression apply(String name, SqlExpression... operands) {
        List<SqlExpression> given = List.of(operands);
        Signature signature = Functions.operator(name, types(given));
        boolean writes = name.equals("||") && !signature.parameters().stream().allMatch(Operators::isJoined);
        return call(signature, given, writes || dependsOnSettings(signature));
    }

    static SqlExpression function(String name, List<SqlExpression> arguments) {
        Signature signature = Functions.function(name, types(arguments));
        return call(signature, arguments, dependsOnSettings(signature));
    }

    /** Returns whether || takes a value of a type as it is, and not its text. */
    private static boolean isJoined(SqlType type) {
        return Casts.isString(type) || type == SqlType.BYTEA;
    }

    /** Returns whether a result depends on the time zone, or on how the session writes times. */
    private static boolean dependsOnSettings(Signature signature) {
        List<SqlType> types = signature.parameters();
        boolean isOfZone = types.contains(SqlType.TIMESTAMPTZ)
                && !types.stream().allMatch(SqlType.TIMESTAMPTZ::equals)
                && signature.result() != SqlType.TIMESTAMP;
        return isOfZone || (signature.result() == SqlType.TEXT && types.stream().anyMatch(Casts::isOfTime));
    }

    private static List<SqlType> types(List<SqlExpression> operands) {
        return operands.stream().map(SqlExpression::type).toList();
    }

    /**
     * Returns a call that evaluates all arguments, even after a null, as PostgreSQL does, because a later one may be an
     * error.
     */
    private static SqlExpression call(Signature signature, List<SqlExpression> given, boolean isStable) {
        List<SqlExpression> arguments = new ArrayList<>();
        for (int at = 0; at < given.size(); at++) {
            arguments.add(Coercion.to(given.get(at), signature.parameters().get(at)));
        }
        Signature.Body body = signature.body();
        if (body instanceof Signature.Refusing refusing) {
            throw refusing.refusal();
        }
        boolean strict = signature.strict();
        boolean doomed = arguments.stream().anyMatch(Doomed.class::isInstance);
        if (strict && !doomed && arguments.stream().anyMatch(Folding::isNull)) {
            return new Constant(signature.result(), SqlNull.NULL);
        }
        var all = arguments.toArray(new SqlExpression[0]);
        Computed.Evaluation evaluation = frame -> {
            var values = new Object[all.length];
            boolean anyNull = false;
            for (int at = 0; at < values.length; at++) {
                values[at] = all[at].evaluate(frame);
                anyNull |= values[at] == SqlNull.NULL;
            }
            return anyNull && strict ? SqlNull.NULL : body.apply(values);
        };
        return isStable
                ? Folding.stable(arguments, signature.result(), evaluation)
                : Folding.fold(arguments, signature.result(), evaluation);
    }

    /** Returns a conjunction, which stops at the first false. */
    static SqlExpression and(List<SqlExpression> conditions) {
        return junction(conditions, false, "AND");
    }

    /** Returns a disjunction, which stops at the first true. */
    static SqlExpression or(List<SqlExpression> conditions) {
        return junction(conditions, true, "OR");
    }

    private static SqlExpression junction(List<SqlExpression> given, boolean deciding, String name) {
        List<SqlExpression> conditions = new ArrayList<>();
        for (SqlExpression each : given) {
            SqlExpression condition = Coercion.condition(each, name);
            if (condition instanceof Doomed) {
                return condition;
            }
            if (condition instanceof Constant constant && constant.value().equals(deciding)) {
                return constant;
            }
            if (!(condition instanceof Constant constant) || constant.value() == SqlNull.NULL) {
                conditions.add(condition);
            }
        }
        return Folding.fold(conditions, SqlType.BOOLEAN, frame -> {
            boolean unknown = false;
            for (SqlExpression condition : conditions) {
                Object value = condition.evaluate(frame);
                if (value == SqlNull.NULL) {
                    unknown = true;
                } else if ((Boolean) value == deciding) {
                    return deciding;
                }
            }
            return unknown ? SqlNull.NULL : (Object) !deciding;
        });
    }

    static SqlExpression not(SqlExpression given) {
        SqlExpression condition = Coercion.condition(given, "NOT");
        return Folding.fold(List.of(condition), SqlType.BOOLEAN, frame -> not(condition.evaluate(frame)));
    }

    static Object not(Object truth) {
        return truth == SqlNull.NULL ? truth : (Object) !(Boolean) truth;
    }

    static SqlExpression negatedIf(boolean negated, SqlExpression condition) {
        return negated ? not(condition) : condition;
    }
}

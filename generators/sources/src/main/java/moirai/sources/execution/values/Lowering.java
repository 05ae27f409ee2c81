package moirai.sources.execution.values;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.sources.signs.Signs;
import moirai.sources.sql.Sums;

/** Turns values of Java into numbers and conditions of abstract programs. Precision is lost here, and reported. */
public record Lowering(TxnRecord record) {

    /** The largest number of results that go into an unknown number; their sum has to fit. */
    private static final int SOURCES_MAX = 3;

    /** Returns the cases of a value on a path, without those that the path excludes. */
    public static List<Value.Option> options(Value value, Condition path) {
        if (!(value instanceof Value.Choice(var options))) {
            return List.of(new Value.Option(Condition.always(), value));
        }
        return options.stream()
                .filter(option -> !Logic.isNever(Logic.and(path, option.when())))
                .toList();
    }

    /** Applies a function to each case of a value. */
    public static Value lift(Value value, UnaryOperator<Value> function) {
        if (!(value instanceof Value.Choice(var options))) {
            return function.apply(value);
        }
        List<Value.Option> results = options.stream()
                .map(option -> new Value.Option(option.when(), function.apply(option.value())))
                .toList();
        if (results.stream().allMatch(option -> option.value() instanceof Value.Truth)) {
            Condition any = Logic.NEVER;
            for (Value.Option option : results) {
                Condition truth = ((Value.Truth) option.value()).condition();
                any = Logic.or(any, Logic.and(option.when(), truth));
            }
            return new Value.Truth(any);
        }
        return new Value.Choice(results);
    }

    /** Applies a function to each pair of cases of two values. */
    public static Value lift(Value left, Value right, BinaryOperator<Value> function) {
        Value lifted = lift(left, first -> lift(right, second -> function.apply(first, second)));
        return lifted instanceof Value.Choice choice ? flat(choice) : lifted;
    }

    private static Value flat(Value.Choice choice) {
        var options = new ArrayList<Value.Option>();
        for (Value.Option option : choice.options()) {
            if (option.value() instanceof Value.Choice(var inner)) {
                for (Value.Option part : inner) {
                    Condition both = Logic.and(option.when(), part.when());
                    if (!Logic.isNever(both)) {
                        options.add(new Value.Option(both, part.value()));
                    }
                }
            } else {
                options.add(option);
            }
        }
        return new Value.Choice(options);
    }

    /** Returns a value that is no choice as a number. */
    public Expression number(Value value) {
        return switch (value) {
            case Value.Numeric(var expression) -> expression;
            case Value.Constant(var number) -> record.constants().number(number, record.here());
            case Value.Literal(var text) -> record.constants().text(text, record.here());
            case Value.Argument(var path, var type) ->
                argument(new Expression.Parameter(path.isEmpty() ? "self" : path));
            case Value.Nothing nothing -> record.constants().nothing(record.here());
            case Value.Text(var pieces) when pieces.size() == 1 -> number(pieces.getFirst());
            case Value.Text text -> number(record.unknown("a text that is put together", List.of(text)));
            case Value.Unknown unknown -> any(unknown, "any number");
            case Value.Truth(var condition) when Logic.isAlways(condition) -> new Expression.Constant(1);
            case Value.Truth(var condition) when Logic.isNever(condition) -> new Expression.Constant(0);
            case Value.Choice choice -> number(record.unknown("one of several values", List.of(choice)));
            default -> number(record.unknown("a value that is no number", List.of(value)));
        };
    }

    private Expression argument(Expression.Parameter named) {
        if (Signs.isNatural(named)) {
            record.loss("the name of " + named.name() + " is one of a number of elements", "taken for never below 0");
        }
        return named;
    }

    private Expression any(Value.Unknown unknown, String any) {
        List<Expression> sources = unknown.sources().stream().limit(SOURCES_MAX).toList();
        String taken = sources.isEmpty()
                ? "taken for " + any
                : "taken for " + any + " not below what was read and goes into it";
        record.diagnostics().loss(unknown.origin(), unknown.what() + " is not known", taken);
        Expression sum = new Expression.Any(unknown.name());
        for (Expression source : sources) {
            sum = sum.plus(source);
        }
        return sum;
    }

    /** Returns a value as a condition. */
    public Condition truth(Value value) {
        return switch (lift(value, this::one)) {
            case Value.Truth(var condition) -> condition;
            default -> throw new IllegalStateException("no condition: " + value);
        };
    }

    private Value one(Value value) {
        return switch (value) {
            case Value.Truth truth -> truth;
            case Value.Unknown unknown when unknown.sources().isEmpty() -> isPositive(any(unknown, "true or false"));
            default -> isPositive(number(value));
        };
    }

    private static Value isPositive(Expression number) {
        return new Value.Truth(Logic.compare(number, Operator.MORE, new Expression.Constant(0)));
    }

    /** Returns the condition under which two values that are no choices are related like this. */
    public Condition compare(Value left, Operator operator, Value right) {
        boolean isEquality = operator == Operator.EQUAL || operator == Operator.DIFFERENT;
        if (isEquality && (left instanceof Value.Nothing || right instanceof Value.Nothing)) {
            Condition isNull = isNull(left instanceof Value.Nothing ? right : left);
            return operator == Operator.EQUAL ? isNull : Logic.not(isNull);
        }
        if (isEquality && left instanceof Value.Literal(var first) && right instanceof Value.Literal(var second)) {
            return Logic.sure(first.equals(second) == (operator == Operator.EQUAL));
        }
        if (left instanceof Value.Constant(var first) && right instanceof Value.Constant(var second)) {
            return Logic.sure(operator.holds(Integer.signum(first.compareTo(second))));
        }
        if (left instanceof Value.Comparison(var first, var second) && isZero(right)) {
            return compare(first, operator, second);
        }
        if (left instanceof Value.Truth(var first) && right instanceof Value.Truth(var second) && isEquality) {
            Condition same = Logic.or(Logic.and(first, second), Logic.and(Logic.not(first), Logic.not(second)));
            return operator == Operator.EQUAL ? same : Logic.not(same);
        }
        if (!isEquality && (Operators.isText(left) || Operators.isText(right))) {
            record.loss("the order of texts", "taken for that of any numbers");
            return Logic.compare(number(left), operator, new Expression.Any(record.name("limit")));
        }
        return compare(number(left), operator, number(right));
    }

    /**
     * Returns the condition under which a value that is no choice is the null reference. For a value that the caller
     * gives, a parameter says so.
     */
    public Condition isNull(Value value) {
        return switch (value) {
            case Value.Nothing nothing -> Logic.sure(true);
            case Value.Constant constant -> Logic.sure(false);
            case Value.Literal text -> Logic.sure(false);
            case Value.Reference reference -> Logic.sure(false);
            case Value.Instance object -> Logic.sure(false);
            case Value.Argument(var path, var type) ->
                Logic.compare(
                        new Expression.Parameter(Value.Argument.join(path, "null")),
                        Operator.MORE,
                        new Expression.Constant(0));
            case Value.Numeric(var number)
            when number.parts().anyMatch(Expression.Result.class::isInstance) ->
                truth(record.unknown("whether a column is NULL", List.of(value)));
            case Value.Unknown unknown
            when !unknown.what().startsWith("new ") ->
                truth(record.unknown("whether " + unknown.what() + " is null", List.of(value)));
            default -> Logic.NEVER;
        };
    }

    private static boolean isZero(Value value) {
        return value instanceof Value.Constant(var number) && number.signum() == 0;
    }

    /**
     * Compares two numbers. What is subtracted on one side is added on the other. A comparison that natural numbers
     * decide and others do not is not decided, since arguments and columns may be negative in the application.
     */
    public Condition compare(Expression left, Operator operator, Expression right) {
        Sums.Compared sums = Sums.compared(left, operator, right);
        if (sums.needsSign()) {
            record.loss("a comparison with a negative number", "taken for one with any number");
            Sums.Compared open = sums.open(new Expression.Any(record.name("limit")));
            return Logic.compare(open.left(), open.operator(), open.right());
        }
        return Logic.compare(sums.left(), sums.operator(), sums.right());
    }
}

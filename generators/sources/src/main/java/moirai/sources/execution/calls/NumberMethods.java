package moirai.sources.execution.calls;

import com.github.javaparser.ast.expr.BinaryExpr;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.Numbers;
import moirai.sources.execution.values.Operators;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/** Executes the methods of BigDecimal and of the types that box numbers. */
record NumberMethods(TxnRecord record) {

    private static final Map<String, Long> CONSTANTS = Map.of(
            "BigDecimal.ZERO",
            0L,
            "BigDecimal.ONE",
            1L,
            "BigInteger.ZERO",
            0L,
            "BigInteger.ONE",
            1L,
            "Integer.MAX_VALUE",
            (long) Integer.MAX_VALUE,
            "Integer.MIN_VALUE",
            (long) Integer.MIN_VALUE,
            "Long.MAX_VALUE",
            Long.MAX_VALUE,
            "Long.MIN_VALUE",
            Long.MIN_VALUE);

    /** The types of what the methods of numbers return that convert them. */
    private static final Map<String, String> CONVERTED = Map.of(
            "intValue",
            "int",
            "longValue",
            "long",
            "doubleValue",
            "double",
            "floatValue",
            "float",
            "shortValue",
            "short",
            "byteValue",
            "byte");

    /** Returns a constant of the platform that is a number. */
    static Optional<Value> constant(String name) {
        Long number = CONSTANTS.get(name.substring(name.lastIndexOf("Big") < 0 ? 0 : name.lastIndexOf("Big")));
        return Optional.ofNullable(number).map(Value.Constant::of);
    }

    /** Returns the number that a text shows, of which texts that differ may show the same. */
    Value parsed(Value value) {
        return Lowering.lift(
                value,
                one -> one instanceof Value.Argument argument
                        ? Value.Argument.part(argument.path(), "parsed", "long")
                        : numeric(one) instanceof Value.Constant number
                                ? number
                                : record.unknown("the number in a text", List.of(one)));
    }

    /** Returns the number that a text shows; any other value as it is. */
    static Value numeric(Value value) {
        return value instanceof Value.Literal(var text) && text.matches("[+-]?\\d+(\\.\\d+)?")
                ? new Value.Constant(new BigDecimal(text))
                : value;
    }

    /** Computes without rounding, as BigDecimal does. */
    Value operate(BinaryExpr.Operator operator, Value left, Value right) {
        return new Operators(record).of(operator, Numbers.EXACT, left, right);
    }

    /** Returns whether a method converts a number to a primitive type. */
    static boolean isConversion(String method) {
        return CONVERTED.containsKey(method);
    }

    /** Converts a number that is no choice. */
    Value converted(Value number, String name) {
        String to = CONVERTED.getOrDefault(name, Numbers.OPEN);
        boolean isNarrowing = number instanceof Value.Argument(var path, var from)
                && !from.isEmpty()
                && Numbers.isWhole(to)
                && Numbers.isNarrowing(from, to);
        return (isNarrowing ? Optional.<Value>empty() : Numbers.converted(number, "", to))
                .orElseGet(() -> record.unknown(name + "()", List.of(number)));
    }

    /** Returns whether two values are equal, as numbers of another scale are not. */
    Value equal(Value left, Value right) {
        if (left instanceof Value.Constant(var first)
                && right instanceof Value.Constant(var second)
                && first.compareTo(second) == 0
                && first.scale() != second.scale()) {
            return record.unknown("whether numbers of another scale are equal", List.of());
        }
        return operate(BinaryExpr.Operator.EQUALS, left, right);
    }

    Value comparison(Value left, Value right) {
        return Lowering.lift(
                left,
                right,
                (first, second) -> Operators.isText(first) || Operators.isText(second)
                        ? record.unknown("the order of texts", List.of(first, second))
                        : new Value.Comparison(
                                record.lowering().number(first),
                                record.lowering().number(second)));
    }
}

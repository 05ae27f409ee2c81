package moirai.sources.execution.values;

import com.github.javaparser.ast.expr.BinaryExpr;
import java.util.ArrayList;
import java.util.List;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.sources.sql.Sums;

/** Computes the results of Java's operators and of the methods of BigDecimal. */
public record Operators(TxnRecord record) {

    public static final Value ZERO = Value.Constant.of(0);
    public static final Value ONE = Value.Constant.of(1);

    /**
     * Applies an operator to two values, each of which may be a choice.
     *
     * @param type the primitive type of the operation, {@link Numbers#EXACT} or {@link Numbers#OPEN}
     */
    public Value of(BinaryExpr.Operator operator, String type, Value left, Value right) {
        return Lowering.lift(left, right, (first, second) -> one(operator, type, first, second));
    }

    private Value one(BinaryExpr.Operator operator, String type, Value left, Value right) {
        boolean isComputed = switch (operator) {
            case PLUS, MINUS, MULTIPLY, DIVIDE, REMAINDER -> true;
            default -> false;
        };
        if (isComputed && left instanceof Value.Constant(var first) && right instanceof Value.Constant(var second)) {
            return Numbers.fold(operator, type, first, second)
                    .orElseGet(() -> record.unknown("the result of " + operator.asString(), List.of(left, right)));
        }
        boolean isArithmetic = operator == BinaryExpr.Operator.MINUS || operator == BinaryExpr.Operator.MULTIPLY;
        boolean isSum = operator == BinaryExpr.Operator.PLUS && !isText(left) && !isText(right);
        if ((isArithmetic || isSum) && (left instanceof Value.Unknown || right instanceof Value.Unknown)) {
            return record.unknown("the result of " + operator.asString(), List.of(left, right));
        }
        return switch (operator) {
            case PLUS ->
                isText(left) || isText(right)
                        ? text(left, right)
                        : new Value.Numeric(Sums.plus(number(left), number(right)));
            case MINUS -> new Value.Numeric(Sums.minus(number(left), number(right)));
            case MULTIPLY -> new Value.Numeric(Sums.times(number(left), number(right)));
            case EQUALS -> compared(left, Operator.EQUAL, right);
            case NOT_EQUALS -> compared(left, Operator.DIFFERENT, right);
            case LESS -> compared(left, Operator.LESS, right);
            case LESS_EQUALS -> compared(left, Operator.AT_MOST, right);
            case GREATER -> compared(left, Operator.MORE, right);
            case GREATER_EQUALS -> compared(left, Operator.AT_LEAST, right);
            case BINARY_AND,
                    BINARY_OR,
                    XOR,
                    AND,
                    OR,
                    DIVIDE,
                    REMAINDER,
                    LEFT_SHIFT,
                    SIGNED_RIGHT_SHIFT,
                    UNSIGNED_RIGHT_SHIFT -> divided(operator, left, right);
        };
    }

    private Value divided(BinaryExpr.Operator operator, Value left, Value right) {
        if (right.equals(ONE) && operator == BinaryExpr.Operator.DIVIDE) {
            return left;
        }
        return record.unknown("the result of " + operator.asString(), List.of(left, right));
    }

    private Expression number(Value value) {
        return record.lowering().number(value);
    }

    private Value compared(Value left, Operator operator, Value right) {
        return new Value.Truth(record.lowering().compare(left, operator, right));
    }

    /** Returns whether a value is a text for certain. */
    public static boolean isText(Value value) {
        return value instanceof Value.Literal
                || value instanceof Value.Text
                || (value instanceof Value.Argument(var path, var type) && type.equals("String"));
    }

    /** Joins two texts. */
    public static Value text(Value left, Value right) {
        var pieces = new ArrayList<Value>();
        for (Value side : List.of(left, right)) {
            List<Value> parts = side instanceof Value.Text(var some) ? some : List.of(side);
            for (Value part : parts) {
                if (part instanceof Value.Literal(var next)
                        && !pieces.isEmpty()
                        && pieces.getLast() instanceof Value.Literal(var before)) {
                    pieces.set(pieces.size() - 1, new Value.Literal(before + next));
                } else {
                    pieces.add(part);
                }
            }
        }
        return pieces.size() == 1 && pieces.getFirst() instanceof Value.Literal
                ? pieces.getFirst()
                : new Value.Text(pieces);
    }
}

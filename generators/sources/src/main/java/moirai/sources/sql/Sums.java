package moirai.sources.sql;

import moirai.directed.program.Expression;
import moirai.directed.program.Operation;
import moirai.directed.program.Operator;

/** Makes sums, differences and products. A negative number is 0 minus something, and disappears where it can. */
public final class Sums {

    private static final Expression ZERO = new Expression.Constant(0);

    private static final Expression ONE = new Expression.Constant(1);

    private Sums() {}

    /** Returns the sum. */
    public static Expression plus(Expression left, Expression right) {
        if (left.equals(ZERO)) {
            return right;
        }
        if (right.equals(ZERO)) {
            return left;
        }
        if (isNegative(right)) {
            return minus(left, opposite(right));
        }
        return isNegative(left) ? minus(right, opposite(left)) : left.plus(right);
    }

    /** Returns the difference. */
    public static Expression minus(Expression left, Expression right) {
        if (right.equals(ZERO)) {
            return left;
        }
        if (left.equals(ZERO)
                && right instanceof Expression.Arithmetic(var operation, var first, var second)
                && operation == Operation.MINUS) {
            return minus(second, first);
        }
        return isNegative(right) ? plus(left, opposite(right)) : left.minus(right);
    }

    /** Returns the product; of a negative number it is 0 minus the product of its opposite. */
    public static Expression times(Expression left, Expression right) {
        if (isNegative(left)) {
            return minus(ZERO, times(opposite(left), right));
        }
        if (isNegative(right)) {
            return minus(ZERO, times(left, opposite(right)));
        }
        if (left instanceof Expression.Constant(var first) && right instanceof Expression.Constant(var second)) {
            return new Expression.Constant(first * second);
        }
        if (left.equals(ONE)) {
            return right;
        }
        return right.equals(ONE) ? left : new Expression.Arithmetic(Operation.TIMES, left, right);
    }

    /**
     * Two sums that are compared.
     *
     * @param left has no difference, nor has the right one, unless it stands in a product
     */
    public record Compared(Expression left, Operator operator, Expression right) {

        /** Returns whether the comparison is decided for all natural numbers, but not for numbers with a sign. */
        public boolean needsSign() {
            if (left instanceof Expression.Constant(var limit)) {
                return needsSign(operator.mirrored(), right, limit);
            }
            return right instanceof Expression.Constant(var limit) && needsSign(operator, left, limit);
        }

        /** Returns the comparison of the side that is no constant with an unknown number. */
        public Compared open(Expression any) {
            return left instanceof Expression.Constant
                    ? new Compared(right, operator.mirrored(), any)
                    : new Compared(left, operator, any);
        }

        private static boolean needsSign(Operator operator, Expression sum, int limit) {
            if (sum instanceof Expression.Constant) {
                return false;
            }
            int rest = limit - least(sum);
            return rest < 0 || (rest == 0 && (operator == Operator.LESS || operator == Operator.AT_LEAST));
        }

        /** Returns the constant part of a sum, which no natural number makes smaller. */
        private static int least(Expression sum) {
            return switch (sum) {
                case Expression.Constant(var value) -> value;
                case Expression.Arithmetic(var operation, var left, var right)
                when operation == Operation.PLUS -> least(left) + least(right);
                default -> 0;
            };
        }
    }

    /** Returns the comparison with what was subtracted on one side added on the other. */
    public static Compared compared(Expression left, Operator operator, Expression right) {
        if (left instanceof Expression.Arithmetic(var operation, var first, var second)
                && operation == Operation.MINUS) {
            return compared(first, operator, plus(right, second));
        }
        if (right instanceof Expression.Arithmetic(var operation, var first, var second)
                && operation == Operation.MINUS) {
            return compared(plus(left, second), operator, first);
        }
        if (left instanceof Expression.Arithmetic(var operation, var first, var second)
                && operation == Operation.PLUS
                && first instanceof Expression.Arithmetic(var inner, var from, var taken)
                && inner == Operation.MINUS) {
            return compared(from.plus(second), operator, plus(right, taken));
        }
        return new Compared(left, operator, right);
    }

    /** Returns whether a number is 0 minus something. */
    public static boolean isNegative(Expression number) {
        return number instanceof Expression.Arithmetic(var operation, var left, var right)
                && operation == Operation.MINUS
                && left.equals(ZERO);
    }

    /** Returns the number that is subtracted from 0. */
    private static Expression opposite(Expression negative) {
        return ((Expression.Arithmetic) negative).right();
    }
}

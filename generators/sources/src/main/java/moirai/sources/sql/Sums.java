package moirai.sources.sql;

import moirai.directed.program.Expression;
import moirai.directed.program.Operation;

/** Makes sums and differences. A negative number is 0 minus something, and disappears where it can. */
public final class Sums {

    private static final Expression ZERO = new Expression.Constant(0);

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

package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import moirai.mockstore.sql.types.Numerics;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;

/** The operators of numbers. */
final class Arithmetic {

    private static final List<SqlType> INTEGERS = List.of(SMALLINT, INTEGER, BIGINT);

    private Arithmetic() {}

    static void define(Functions functions) {
        defineIntegers(functions);
        defineBits(functions);
        defineNumerics(functions);
        defineFloats(functions, "+", Double::sum);
        defineFloats(functions, "-", (left, right) -> left - right);
        defineFloats(functions, "*", (left, right) -> left * right);
        defineFloats(functions, "/", Arithmetic::divide);
        functions.add("^", DOUBLE, DOUBLE, DOUBLE, NumberFunctions::power);
        functions.add("-", REAL, REAL, (Float number) -> -number);
        functions.add("-", DOUBLE, DOUBLE, (Double number) -> -number);
        functions.add("-", NUMERIC, NUMERIC, (BigDecimal number) -> number.negate());
        for (SqlType type : List.of(SMALLINT, INTEGER, BIGINT, NUMERIC, REAL, DOUBLE)) {
            functions.add("+", type, type, number -> number);
        }
    }

    private static void defineIntegers(Functions functions) {
        for (int left = 0; left < INTEGERS.size(); left++) {
            SqlType own = INTEGERS.get(left);
            integers(functions, "%", Arithmetic::modulo, own, own);
            functions.add("-", own, own, (Number number) -> narrow(own, Math.negateExact(number.longValue())));
            for (int right = 0; right < INTEGERS.size(); right++) {
                SqlType other = INTEGERS.get(right);
                integers(functions, "+", Math::addExact, own, other);
                integers(functions, "-", Math::subtractExact, own, other);
                integers(functions, "*", Math::multiplyExact, own, other);
                integers(functions, "/", Arithmetic::divide, own, other);
            }
        }
    }

    private static void integers(
            Functions functions, String name, LongBinaryOperator operator, SqlType left, SqlType right) {
        SqlType result = INTEGERS.indexOf(left) < INTEGERS.indexOf(right) ? right : left;
        functions.add(name, result, left, right, (Number first, Number second) -> {
            try {
                return narrow(result, operator.applyAsLong(first.longValue(), second.longValue()));
            } catch (ArithmeticException e) {
                throw TypeErrors.outOfRange(result);
            }
        });
    }

    private static void defineBits(Functions functions) {
        for (SqlType type : INTEGERS) {
            integers(functions, "&", (left, right) -> left & right, type, type);
            integers(functions, "|", (left, right) -> left | right, type, type);
            integers(functions, "#", (left, right) -> left ^ right, type, type);
            functions.add("~", type, type, (Number number) -> narrow(type, ~number.longValue()));
            functions.add("<<", type, type, INTEGER, (Number bits, Integer count) -> left(type, bits, count));
            functions.add(">>", type, type, INTEGER, (Number bits, Integer count) -> right(type, bits, count));
        }
    }

    /**
     * Shifts an integer. Bits that are shifted out are lost; the count is taken modulo the width, as processors do.
     */
    private static Object left(SqlType type, Number bits, int count) {
        if (type == BIGINT) {
            return bits.longValue() << count;
        }
        int shifted = bits.intValue() << count;
        return type == SMALLINT ? (int) (short) shifted : shifted;
    }

    private static Object right(SqlType type, Number bits, int count) {
        return type == BIGINT ? (Object) (bits.longValue() >> count) : (Object) (bits.intValue() >> count);
    }

    private static void defineNumerics(Functions functions) {
        functions.add("+", NUMERIC, NUMERIC, NUMERIC, Numerics::add);
        functions.add("-", NUMERIC, NUMERIC, NUMERIC, Numerics::subtract);
        functions.add("*", NUMERIC, NUMERIC, NUMERIC, Numerics::multiply);
        functions.add("/", NUMERIC, NUMERIC, NUMERIC, Numerics::divide);
        functions.add("%", NUMERIC, NUMERIC, NUMERIC, Numerics::modulo);
        functions.add("^", NUMERIC, NUMERIC, NUMERIC, NumberFunctions::refusePower);
    }

    private static void defineFloats(Functions functions, String name, DoubleBinaryOperator operator) {
        functions.add(name, REAL, REAL, REAL, (Float left, Float right) -> {
            // A double holds the exact result, or is rounded to a float as if it did.
            float result = (float) operator.applyAsDouble(left, right);
            check(name, result, left, right);
            return result;
        });
        for (var types : List.of(List.of(DOUBLE, DOUBLE), List.of(REAL, DOUBLE), List.of(DOUBLE, REAL))) {
            functions.add(name, DOUBLE, types.get(0), types.get(1), (Number first, Number second) -> {
                double left = first.doubleValue();
                double right = second.doubleValue();
                double result = operator.applyAsDouble(left, right);
                check(name, result, left, right);
                return result;
            });
        }
    }

    /** Fails if finite operands have a result that is not finite, or a product that vanished. */
    private static void check(String name, double result, double left, double right) {
        if (Double.isInfinite(result) && Double.isFinite(left) && Double.isFinite(right)) {
            throw TypeErrors.floatOverflow();
        }
        boolean vanished = switch (name) {
            case "*" -> left != 0 && right != 0;
            case "/" -> left != 0 && !Double.isInfinite(right);
            default -> false;
        };
        if (result == 0 && vanished) {
            throw TypeErrors.floatUnderflow();
        }
    }

    private static double divide(double left, double right) {
        if (right == 0 && !Double.isNaN(left)) {
            throw TypeErrors.divisionByZero();
        }
        return left / right;
    }

    private static long divide(long left, long right) {
        if (right == 0) {
            throw TypeErrors.divisionByZero();
        }
        return Math.divideExact(left, right);
    }

    private static long modulo(long left, long right) {
        if (right == 0) {
            throw TypeErrors.divisionByZero();
        }
        return left % right;
    }

    /** Returns the value as one of an integer type; fails with SQLSTATE 22003 if it does not fit. */
    static Object narrow(SqlType type, long value) {
        long narrowed = type == BIGINT ? value : type == INTEGER ? (int) value : (short) value;
        if (narrowed != value) {
            throw TypeErrors.outOfRange(type);
        }
        if (type == BIGINT) {
            return value;
        }
        return (int) value;
    }
}

package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import moirai.mockstore.sql.types.Numerics;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;

/** The operators of numbers. */
final class Arithmetic {

    private static final List<SqlType> INTEGERS = List.of(SMALLINT, INTEGER, BIGINT);

    private Arithmetic() {}

    static void define(Catalog catalog) {
        defineIntegers(catalog);
        defineBits(catalog);
        defineNumerics(catalog);
        defineFloats(catalog, "+", Double::sum);
        defineFloats(catalog, "-", (left, right) -> left - right);
        defineFloats(catalog, "*", (left, right) -> left * right);
        defineFloats(catalog, "/", Arithmetic::divide);
        catalog.add(
                "^",
                DOUBLE,
                arguments -> NumberFunctions.power((Double) arguments[0], (Double) arguments[1]),
                DOUBLE,
                DOUBLE);
        catalog.add("-", REAL, arguments -> -(Float) arguments[0], REAL);
        catalog.add("-", DOUBLE, arguments -> -(Double) arguments[0], DOUBLE);
        catalog.add("-", NUMERIC, arguments -> ((BigDecimal) arguments[0]).negate(), NUMERIC);
        for (SqlType type : List.of(SMALLINT, INTEGER, BIGINT, NUMERIC, REAL, DOUBLE)) {
            catalog.add("+", type, arguments -> arguments[0], type);
        }
    }

    private static void defineIntegers(Catalog catalog) {
        for (int left = 0; left < INTEGERS.size(); left++) {
            SqlType own = INTEGERS.get(left);
            integers(catalog, "%", Arithmetic::modulo, own, own);
            catalog.add("-", own, arguments -> narrow(own, Math.negateExact(whole(arguments[0]))), own);
            for (int right = 0; right < INTEGERS.size(); right++) {
                SqlType other = INTEGERS.get(right);
                integers(catalog, "+", Math::addExact, own, other);
                integers(catalog, "-", Math::subtractExact, own, other);
                integers(catalog, "*", Math::multiplyExact, own, other);
                integers(catalog, "/", Arithmetic::divide, own, other);
            }
        }
    }

    private static void integers(
            Catalog catalog, String name, LongBinaryOperator operator, SqlType left, SqlType right) {
        SqlType result = INTEGERS.indexOf(left) < INTEGERS.indexOf(right) ? right : left;
        catalog.add(
                name,
                result,
                arguments -> {
                    try {
                        return narrow(result, operator.applyAsLong(whole(arguments[0]), whole(arguments[1])));
                    } catch (ArithmeticException e) {
                        throw TypeErrors.outOfRange(result);
                    }
                },
                left,
                right);
    }

    private static void defineBits(Catalog catalog) {
        for (SqlType type : INTEGERS) {
            integers(catalog, "&", (left, right) -> left & right, type, type);
            integers(catalog, "|", (left, right) -> left | right, type, type);
            integers(catalog, "#", (left, right) -> left ^ right, type, type);
            catalog.add("~", type, arguments -> narrow(type, ~whole(arguments[0])), type);
            int bits = type == BIGINT ? 64 : 32;
            catalog.add(
                    "<<",
                    type,
                    arguments -> shift(type, whole(arguments[0]), (Integer) arguments[1], bits),
                    type,
                    INTEGER);
            catalog.add(
                    ">>",
                    type,
                    arguments -> narrow(type, whole(arguments[0]) >> ((Integer) arguments[1] & (bits - 1))),
                    type,
                    INTEGER);
        }
    }

    /**
     * Shifts an integer. Bits that are shifted out are lost; the count is taken modulo the width, as processors do.
     */
    private static Object shift(SqlType type, long value, int count, int bits) {
        long shifted = value << (count & (bits - 1));
        if (type == BIGINT) {
            return shifted;
        }
        return type == SMALLINT ? (int) (short) shifted : (int) shifted;
    }

    private static void defineNumerics(Catalog catalog) {
        numerics(catalog, "+", Numerics::add);
        numerics(catalog, "-", Numerics::subtract);
        numerics(catalog, "*", Numerics::multiply);
        numerics(catalog, "/", Numerics::divide);
        numerics(catalog, "%", Numerics::modulo);
        numerics(catalog, "^", NumberFunctions::power);
    }

    private static void numerics(Catalog catalog, String name, BinaryOperator<BigDecimal> operator) {
        catalog.add(
                name,
                NUMERIC,
                arguments -> operator.apply((BigDecimal) arguments[0], (BigDecimal) arguments[1]),
                NUMERIC,
                NUMERIC);
    }

    private static void defineFloats(Catalog catalog, String name, DoubleBinaryOperator operator) {
        catalog.add(
                name,
                REAL,
                arguments -> {
                    float left = (Float) arguments[0];
                    float right = (Float) arguments[1];
                    // A double holds the exact result, or is rounded to a float as if it did.
                    float result = (float) operator.applyAsDouble(left, right);
                    check(name, result, left, right);
                    return result;
                },
                REAL,
                REAL);
        for (var types : List.of(List.of(DOUBLE, DOUBLE), List.of(REAL, DOUBLE), List.of(DOUBLE, REAL))) {
            catalog.add(name, Signature.of(types, DOUBLE, arguments -> {
                double left = ((Number) arguments[0]).doubleValue();
                double right = ((Number) arguments[1]).doubleValue();
                double result = operator.applyAsDouble(left, right);
                check(name, result, left, right);
                return result;
            }));
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

    static long whole(Object value) {
        return ((Number) value).longValue();
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

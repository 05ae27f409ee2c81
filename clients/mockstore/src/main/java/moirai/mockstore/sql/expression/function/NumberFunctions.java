package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Numerics;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;

/** Functions of numbers. */
final class NumberFunctions {

    private NumberFunctions() {}

    static void define(Catalog catalog) {
        for (SqlType type : new SqlType[] {SMALLINT, INTEGER, BIGINT}) {
            catalog.add("abs", type, arguments -> absolute(type, arguments[0]), type);
            catalog.add("mod", type, arguments -> remainder(type, arguments), type, type);
        }
        catalog.add(
                "mod",
                NUMERIC,
                arguments -> Numerics.modulo((BigDecimal) arguments[0], (BigDecimal) arguments[1]),
                NUMERIC,
                NUMERIC);
        catalog.add("abs", REAL, arguments -> Math.abs((Float) arguments[0]), REAL);
        both(catalog, "abs", BigDecimal::abs, Math::abs);
        both(catalog, "ceil", value -> value.setScale(0, RoundingMode.CEILING), Math::ceil);
        both(catalog, "ceiling", value -> value.setScale(0, RoundingMode.CEILING), Math::ceil);
        both(catalog, "floor", value -> value.setScale(0, RoundingMode.FLOOR), Math::floor);
        both(catalog, "round", value -> Numerics.round(value, 0), Math::rint);
        both(
                catalog,
                "trunc",
                value -> Numerics.truncate(value, 0),
                value -> value < 0 ? Math.ceil(value) : Math.floor(value));
        // PostgreSQL has one of hardware addresses, which makes the call with a literal ambiguous.
        catalog.add("trunc", BYTEA, Catalog.refusing("trunc(macaddr)"), BYTEA);
        both(catalog, "sign", value -> BigDecimal.valueOf(value.signum()), value -> value > 0 ? 1 : value < 0 ? -1 : 0);
        catalog.add(
                "round",
                NUMERIC,
                arguments -> Numerics.round((BigDecimal) arguments[0], (Integer) arguments[1]),
                NUMERIC,
                INTEGER);
        catalog.add(
                "trunc",
                NUMERIC,
                arguments -> Numerics.truncate((BigDecimal) arguments[0], (Integer) arguments[1]),
                NUMERIC,
                INTEGER);
        both(catalog, "sqrt", Numerics::squareRoot, NumberFunctions::squareRoot);
        both(catalog, "exp", value -> refuse("exp"), NumberFunctions::exponential);
        both(catalog, "ln", value -> refuse("ln"), value -> logarithm(value, Math.log(value)));
        both(catalog, "log", value -> refuse("log"), value -> logarithm(value, Math.log10(value)));
        both(catalog, "log10", value -> refuse("log10"), value -> logarithm(value, Math.log10(value)));
        catalog.add("log", NUMERIC, arguments -> refuse("log"), NUMERIC, NUMERIC);
        for (String name : new String[] {"power", "pow"}) {
            catalog.add(name, DOUBLE, arguments -> power((Double) arguments[0], (Double) arguments[1]), DOUBLE, DOUBLE);
            catalog.add(
                    name,
                    NUMERIC,
                    arguments -> power((BigDecimal) arguments[0], (BigDecimal) arguments[1]),
                    NUMERIC,
                    NUMERIC);
        }
        catalog.add("pi", DOUBLE, arguments -> Math.PI);
    }

    /** Adds a function for both exact and floating numbers. */
    private static void both(
            Catalog catalog, String name, UnaryOperator<BigDecimal> exact, DoubleUnaryOperator floating) {
        catalog.add(name, NUMERIC, arguments -> exact.apply((BigDecimal) arguments[0]), NUMERIC);
        catalog.add(name, DOUBLE, arguments -> floating.applyAsDouble((Double) arguments[0]), DOUBLE);
    }

    private static Object absolute(SqlType type, Object value) {
        long number = Arithmetic.whole(value);
        if (number == Long.MIN_VALUE) {
            throw TypeErrors.outOfRange(type);
        }
        return Arithmetic.narrow(type, Math.abs(number));
    }

    private static Object remainder(SqlType type, Object[] arguments) {
        long divisor = Arithmetic.whole(arguments[1]);
        if (divisor == 0) {
            throw TypeErrors.divisionByZero();
        }
        return Arithmetic.narrow(type, Arithmetic.whole(arguments[0]) % divisor);
    }

    /**
     * Refuses a function of numerics that PostgreSQL computes to a number of digits that it chooses by rules of its
     * own.
     */
    private static BigDecimal refuse(String name) {
        throw TypeErrors.unsupported(name + " of type numeric, other than of double precision,");
    }

    static BigDecimal power(BigDecimal base, BigDecimal exponent) {
        return refuse("power(numeric, numeric) or ^ of " + base + " and " + exponent);
    }

    static double power(double base, double exponent) {
        if (base == 0 && exponent < 0) {
            throw new StoreException("2201F", "zero raised to a negative power is undefined");
        }
        if (base < 0 && Double.isFinite(exponent) && exponent != Math.rint(exponent)) {
            throw new StoreException(
                    "2201F", "a negative number raised to a non-integer power yields a complex result");
        }
        // One to any power is one, even to one that is not a number.
        double result = base == 1 ? 1 : Math.pow(base, exponent);
        return checked(result, Double.isFinite(base) && Double.isFinite(exponent), base != 0);
    }

    private static double squareRoot(double value) {
        if (value < 0) {
            throw new StoreException("2201F", "cannot take square root of a negative number");
        }
        return Math.sqrt(value);
    }

    private static double exponential(double value) {
        return checked(Math.exp(value), Double.isFinite(value), true);
    }

    private static double checked(double result, boolean finite, boolean nonZero) {
        if (finite && Double.isInfinite(result)) {
            throw TypeErrors.floatOverflow();
        }
        if (finite && nonZero && result == 0) {
            throw TypeErrors.floatUnderflow();
        }
        return result;
    }

    private static double logarithm(double value, double result) {
        if (value == 0) {
            throw new StoreException("2201E", "cannot take logarithm of zero");
        }
        if (value < 0) {
            throw new StoreException("2201E", "cannot take logarithm of a negative number");
        }
        return result;
    }
}

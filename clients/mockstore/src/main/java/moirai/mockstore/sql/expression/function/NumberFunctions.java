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

    static void define(Functions functions) {
        for (SqlType type : new SqlType[] {SMALLINT, INTEGER, BIGINT}) {
            functions.add("abs", type, type, (Number number) -> absolute(type, number.longValue()));
            functions.add(
                    "mod",
                    type,
                    type,
                    type,
                    (Number dividend, Number divisor) -> remainder(type, dividend.longValue(), divisor.longValue()));
        }
        functions.add("mod", NUMERIC, NUMERIC, NUMERIC, Numerics::modulo);
        functions.add("abs", REAL, REAL, (Float number) -> Math.abs(number));
        both(functions, "abs", BigDecimal::abs, Math::abs);
        both(functions, "ceil", value -> value.setScale(0, RoundingMode.CEILING), Math::ceil);
        both(functions, "ceiling", value -> value.setScale(0, RoundingMode.CEILING), Math::ceil);
        both(functions, "floor", value -> value.setScale(0, RoundingMode.FLOOR), Math::floor);
        both(functions, "round", value -> Numerics.round(value, 0), Math::rint);
        both(
                functions,
                "trunc",
                value -> Numerics.truncate(value, 0),
                value -> value < 0 ? Math.ceil(value) : Math.floor(value));
        // PostgreSQL has one of hardware addresses, which makes the call with a literal ambiguous.
        functions.add("trunc", BYTEA, Functions.refusing("trunc(macaddr)"), BYTEA);
        both(
                functions,
                "sign",
                value -> BigDecimal.valueOf(value.signum()),
                value -> value > 0 ? 1 : value < 0 ? -1 : 0);
        functions.add("round", NUMERIC, NUMERIC, INTEGER, Numerics::round);
        functions.add("trunc", NUMERIC, NUMERIC, INTEGER, Numerics::truncate);
        both(functions, "sqrt", Numerics::squareRoot, NumberFunctions::squareRoot);
        both(functions, "exp", value -> refuse("exp"), value -> checked(Math.exp(value), Double.isFinite(value), true));
        both(functions, "ln", value -> refuse("ln"), value -> logarithm(value, Math.log(value)));
        both(functions, "log", value -> refuse("log"), value -> logarithm(value, Math.log10(value)));
        both(functions, "log10", value -> refuse("log10"), value -> logarithm(value, Math.log10(value)));
        functions.add("log", NUMERIC, arguments -> refuse("log"), NUMERIC, NUMERIC);
        for (String name : new String[] {"power", "pow"}) {
            functions.add(name, DOUBLE, DOUBLE, DOUBLE, NumberFunctions::power);
            functions.add(name, NUMERIC, NUMERIC, NUMERIC, NumberFunctions::refusePower);
        }
        functions.add("pi", DOUBLE, arguments -> Math.PI);
    }

    /** Adds a function for both exact and floating numbers. */
    private static void both(
            Functions functions, String name, UnaryOperator<BigDecimal> exact, DoubleUnaryOperator floating) {
        functions.add(name, NUMERIC, NUMERIC, exact::apply);
        functions.add(name, DOUBLE, DOUBLE, floating::applyAsDouble);
    }

    private static Object absolute(SqlType type, long number) {
        if (number == Long.MIN_VALUE) {
            throw TypeErrors.outOfRange(type);
        }
        return Arithmetic.narrow(type, Math.abs(number));
    }

    private static Object remainder(SqlType type, long dividend, long divisor) {
        if (divisor == 0) {
            throw TypeErrors.divisionByZero();
        }
        return Arithmetic.narrow(type, dividend % divisor);
    }

    /**
     * Refuses a function of numerics that PostgreSQL computes to a number of digits that it chooses by rules of its
     * own.
     */
    private static BigDecimal refuse(String name) {
        throw TypeErrors.unsupported(name + " of type numeric, other than of double precision,");
    }

    static BigDecimal refusePower(BigDecimal base, BigDecimal exponent) {
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

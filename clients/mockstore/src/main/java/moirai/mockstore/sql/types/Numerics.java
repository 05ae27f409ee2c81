package moirai.mockstore.sql.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import moirai.mockstore.StoreException;

/**
 * Arithmetic of exact numbers, with the scale that PostgreSQL's {@code numeric} gives to each result.
 *
 * <p>PostgreSQL stores a number in base 10,000, and determines the scale of quotients and roots from the place of the
 * first digit. These functions compute that place from decimal digits.
 */
public final class Numerics {

    private static final int BASE_DIGITS = 4;
    private static final int SIGNIFICANT_DIGITS_MIN = 16;
    private static final int DISPLAY_SCALE_MAX = 1000;

    private Numerics() {}

    public static BigDecimal add(BigDecimal left, BigDecimal right) {
        return NumberText.check(left.add(right));
    }

    public static BigDecimal subtract(BigDecimal left, BigDecimal right) {
        return NumberText.check(left.subtract(right));
    }

    public static BigDecimal multiply(BigDecimal left, BigDecimal right) {
        BigDecimal product = left.multiply(right);
        return NumberText.check(
                product.scale() > NumberText.SCALE_MAX
                        ? product.setScale(NumberText.SCALE_MAX, RoundingMode.HALF_UP)
                        : product);
    }

    /**
     * Returns the quotient, with at least 16 significant digits, as many as the operands have, and at most 1000 after
     * the point.
     */
    public static BigDecimal divide(BigDecimal left, BigDecimal right) {
        if (right.signum() == 0) {
            throw TypeErrors.divisionByZero();
        }
        int quotientWeight = weight(left) - weight(right);
        if (firstDigit(left) <= firstDigit(right)) {
            quotientWeight--;
        }
        int scale = SIGNIFICANT_DIGITS_MIN - quotientWeight * BASE_DIGITS;
        scale = Math.max(scale, Math.max(left.scale(), right.scale()));
        scale = Math.min(Math.max(scale, 0), DISPLAY_SCALE_MAX);
        return NumberText.check(left.divide(right, scale, RoundingMode.HALF_UP));
    }

    /** Returns the remainder of a truncated division, which has the sign of the dividend. */
    public static BigDecimal modulo(BigDecimal left, BigDecimal right) {
        if (right.signum() == 0) {
            throw TypeErrors.divisionByZero();
        }
        return left.remainder(right).setScale(Math.max(left.scale(), right.scale()), RoundingMode.DOWN);
    }

    public static BigDecimal squareRoot(BigDecimal number) {
        if (number.signum() < 0) {
            throw new StoreException("2201F", "cannot take square root of a negative number");
        }
        int weight = weight(number);
        int rootWeight = weight >= 0 ? (weight + 1) * BASE_DIGITS / 2 - 1 : 1 - (1 - weight * BASE_DIGITS) / 2;
        int scale = SIGNIFICANT_DIGITS_MIN - rootWeight;
        scale = Math.min(Math.max(Math.max(scale, number.scale()), 0), DISPLAY_SCALE_MAX);
        if (number.signum() == 0) {
            return BigDecimal.ZERO.setScale(scale);
        }
        int digits = Math.max(number.precision() - number.scale(), 0) / 2 + scale + 3;
        return number.sqrt(new MathContext(digits, RoundingMode.DOWN)).setScale(scale, RoundingMode.HALF_UP);
    }

    /**
     * Rounds to a number of digits after the point, half away from zero; a negative number rounds before the point.
     */
    public static BigDecimal round(BigDecimal number, int digits) {
        return scaled(number, digits, RoundingMode.HALF_UP);
    }

    /** Rounds like {@link #round}, but towards zero. */
    public static BigDecimal truncate(BigDecimal number, int digits) {
        return scaled(number, digits, RoundingMode.DOWN);
    }

    private static BigDecimal scaled(BigDecimal number, int digits, RoundingMode mode) {
        int scale = Math.clamp(digits, -NumberText.WHOLE_DIGITS_MAX, NumberText.SCALE_MAX);
        return NumberText.check(number.setScale(scale, mode));
    }

    /** Returns a float as a decimal with a number of significant digits, without zeros at the end. */
    static BigDecimal ofFloat(Number value, int digits) {
        double number = value.doubleValue();
        if (!Double.isFinite(number)) {
            throw TypeErrors.unsupported("the numeric " + NumberText.write(number));
        }
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        return NumberText.check(rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros());
    }

    /** Returns the exponent of the first digit in base 10,000. */
    private static int weight(BigDecimal number) {
        return number.signum() == 0 ? 0 : Math.floorDiv(number.precision() - number.scale() - 1, BASE_DIGITS);
    }

    /** Returns the first digit in base 10,000. */
    private static int firstDigit(BigDecimal number) {
        return number.signum() == 0
                ? 0
                : number.abs()
                        .scaleByPowerOfTen(-weight(number) * BASE_DIGITS)
                        .toBigInteger()
                        .min(BigInteger.valueOf(9999))
                        .intValueExact();
    }
}

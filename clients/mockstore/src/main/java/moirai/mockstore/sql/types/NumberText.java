package moirai.mockstore.sql.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;

/** Reads and writes numbers as text. */
final class NumberText {

    private static final Pattern INTEGER = Pattern.compile("([+-]?)(\\d+(?:_\\d+)*)");
    private static final Pattern OTHER_BASE =
            Pattern.compile("([+-]?)0(?:([xX])((?:_?[0-9a-fA-F])+)|([oO])((?:_?[0-7])+)|([bB])((?:_?[01])+))");
    private static final String DIGITS = "\\d+(?:_\\d+)*";
    private static final Pattern DECIMAL = Pattern.compile(
            "[+-]?(?:" + DIGITS + "(?:\\.(?:" + DIGITS + ")?)?|\\." + DIGITS + ")(?:[eE][+-]?" + DIGITS + ")?");
    private static final BigDecimal HALF = new BigDecimal("0.5");

    private static final Pattern FLOAT = Pattern.compile("[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?");

    /** PostgreSQL's limit of digits before the point of a numeric; {@link #SCALE_MAX} is that after it. */
    static final int WHOLE_DIGITS_MAX = 131_072;

    static final int SCALE_MAX = 16_383;

    private NumberText() {}

    static long readInteger(String text, SqlType type, long min, long max) {
        String word = strip(text);
        var matcher = INTEGER.matcher(word);
        BigInteger value;
        if (matcher.matches()) {
            value = new BigInteger(matcher.group(1) + matcher.group(2).replace("_", ""));
        } else {
            value = readOtherBase(word, text, type);
        }
        if (value.compareTo(BigInteger.valueOf(min)) < 0 || value.compareTo(BigInteger.valueOf(max)) > 0) {
            throw TypeErrors.outOfRange(text, type);
        }
        return value.longValueExact();
    }

    private static BigInteger readOtherBase(String word, String text, SqlType type) {
        var matcher = OTHER_BASE.matcher(word);
        if (!matcher.matches()) {
            throw TypeErrors.invalidText(text, type);
        }
        for (int group = 2; group <= 6; group += 2) {
            if (matcher.group(group) != null) {
                int base = group == 2 ? 16 : group == 4 ? 8 : 2;
                return new BigInteger(
                        matcher.group(1) + matcher.group(group + 1).replace("_", ""), base);
            }
        }
        throw TypeErrors.invalidText(text, type);
    }

    static BigDecimal readNumeric(String text) {
        String word = strip(text);
        if (!DECIMAL.matcher(word).matches()) {
            if (word.matches("(?i)nan|[+-]?inf(inity)?")) {
                throw TypeErrors.unsupported("the numeric " + word);
            }
            if (OTHER_BASE.matcher(word).matches()) {
                return new BigDecimal(readOtherBase(word, text, SqlType.NUMERIC));
            }
            throw TypeErrors.invalidText(text, SqlType.NUMERIC);
        }
        BigDecimal value;
        try {
            value = new BigDecimal(word.replace("_", ""));
        } catch (NumberFormatException e) {
            // The exponent has too many digits.
            throw TypeErrors.outOfRange(SqlType.NUMERIC);
        }
        return check(value);
    }

    /** Returns the value with a scale that PostgreSQL supports; fails with SQLSTATE 22003 if it is too large. */
    static BigDecimal check(BigDecimal value) {
        long wholeDigits = (long) value.precision() - value.scale();
        if ((value.signum() != 0 && wholeDigits > WHOLE_DIGITS_MAX) || value.scale() > SCALE_MAX) {
            throw TypeErrors.outOfRange(SqlType.NUMERIC);
        }
        if (value.scale() < 0) {
            return value.signum() == 0 ? BigDecimal.ZERO : value.setScale(0);
        }
        return value;
    }

    /** Reads a number of type double precision, or of type real, which has fewer digits. */
    static double readFloat(String text, SqlType type) {
        String word = strip(text);
        if (!FLOAT.matcher(word).matches()) {
            return special(word, text, type);
        }
        double value = type == SqlType.REAL ? Float.parseFloat(word) : Double.parseDouble(word);
        if (Double.isInfinite(value) || (value == 0 && hasDigit(word))) {
            throw new StoreException("22003", "\"" + word + "\" is out of range for type " + type.sqlName());
        }
        return value;
    }

    /** Returns whether there is a digit other than 0 before the exponent, so that a result of zero is an underflow. */
    private static boolean hasDigit(String word) {
        int exponent = word.toLowerCase(Locale.ROOT).indexOf('e');
        return (exponent < 0 ? word : word.substring(0, exponent)).matches(".*[1-9].*");
    }

    private static double special(String word, String text, SqlType type) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "infinity", "+infinity", "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> throw TypeErrors.invalidText(text, type);
        };
    }

    static String write(double value) {
        double size = Math.abs(value);
        if (!Double.isFinite(value)) {
            return special(value);
        }
        if (size == 0 || (size >= Double.MIN_NORMAL && size < 0x1p52)) {
            return notation(new BigDecimal(Double.toString(value)), 15, isNegative(value));
        }
        double greater = size == Double.MAX_VALUE ? size : Math.nextUp(size);
        return notation(shortest(Math.nextDown(size), size, greater), 15, isNegative(value));
    }

    static String write(float value) {
        float size = Math.abs(value);
        if (!Float.isFinite(value)) {
            return special(value);
        }
        if (size == 0 || (size >= Float.MIN_NORMAL && size < 0x1p23f)) {
            return notation(new BigDecimal(Float.toString(value)), 6, isNegative(value));
        }
        float greater = size == Float.MAX_VALUE ? size : Math.nextUp(size);
        return notation(shortest(Math.nextDown(size), size, greater), 6, isNegative(value));
    }

    private static boolean isNegative(double value) {
        return Math.copySign(1, value) < 0;
    }

    /**
     * Returns the fewest digits that are nearer to a number than to its neighbours, and of these the nearest. Java
     * writes the same digits with two exceptions. It writes two digits where one is enough, as in 4.9E-324, a number of
     * few bits. And it writes 6.442450941E18, which lies in the middle between two numbers, so that PostgreSQL writes
     * one digit more: such a middle is an integer.
     */
    private static BigDecimal shortest(double less, double number, double greater) {
        var exact = new BigDecimal(number);
        BigDecimal toLess = exact.subtract(new BigDecimal(less)).multiply(HALF);
        BigDecimal toGreater = greater == number
                ? toLess
                : new BigDecimal(greater).subtract(exact).multiply(HALF);
        int precision = 0;
        BigDecimal rounded;
        BigDecimal error;
        do {
            precision++;
            rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
            error = rounded.subtract(exact);
        } while (error.signum() < 0 ? error.negate().compareTo(toLess) >= 0 : error.compareTo(toGreater) >= 0);
        return rounded;
    }

    private static String special(double value) {
        return Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    }

    /**
     * Converts a number to the notation of C's {@code %g}.
     *
     * @param number without a sign, or with that of the result
     * @param exponentMax the exponent from which on the notation has an exponent
     */
    private static String notation(BigDecimal number, int exponentMax, boolean isNegative) {
        String sign = isNegative ? "-" : "";
        if (number.signum() == 0) {
            return sign + "0";
        }
        BigDecimal decimal = number.abs().stripTrailingZeros();
        int exponent = decimal.precision() - decimal.scale() - 1;
        if (exponent >= -4 && exponent < exponentMax) {
            return sign + decimal.toPlainString();
        }
        String digits = decimal.unscaledValue().toString();
        return sign
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    /** Returns the text without the white space of C's {@code isspace} at both ends. */
    private static String strip(String text) {
        return text.replaceAll("^[ \\t\\n\\x0B\\f\\r]+|[ \\t\\n\\x0B\\f\\r]+$", "");
    }
}

package moirai.sources.execution.values;

import com.github.javaparser.ast.expr.BinaryExpr;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/**
 * Computes with constants as Java does: with the type of the operation, its width and its rounding. What it does not
 * know is empty.
 */
public final class Numbers {

    /** The type of what BigDecimal and BigInteger compute. */
    public static final String EXACT = "exact";

    /** The type of an operation whose operands are of types that are not known. */
    public static final String OPEN = "";

    /** The numeric types, by their place in the order of promotion. */
    private static final Map<String, Integer> RANKS =
            Map.of("byte", 0, "short", 0, "char", 0, "int", 1, "long", 2, "float", 3, "double", 4);

    private static final Map<String, String> BOXES = Map.of(
            "Byte",
            "byte",
            "Short",
            "short",
            "Character",
            "char",
            "Integer",
            "int",
            "Long",
            "long",
            "Float",
            "float",
            "Double",
            "double",
            "Boolean",
            "boolean");

    private static final BigDecimal INT_MAX = BigDecimal.valueOf(Integer.MAX_VALUE);

    private Numbers() {}

    /** Returns the primitive type of the same values; any other type as it is. */
    public static String unboxed(String type) {
        return BOXES.getOrDefault(type, type);
    }

    /** Returns whether a type is one of those that box a primitive type. */
    public static boolean isBox(String type) {
        return BOXES.containsKey(type);
    }

    /** Returns whether a type is a primitive type of whole numbers or their box. */
    public static boolean isWhole(String type) {
        return RANKS.getOrDefault(unboxed(type), Integer.MAX_VALUE) <= 2;
    }

    /** Returns whether a conversion from one primitive type to another may give another number. */
    public static boolean isNarrowing(String from, String to) {
        int source = RANKS.getOrDefault(unboxed(from), Integer.MAX_VALUE);
        int target = RANKS.getOrDefault(to, Integer.MAX_VALUE);
        return target < source || (target == 0 && !from.equals(to));
    }

    /** Returns the type of a binary operation. */
    public static String promoted(String left, String right) {
        Integer first = RANKS.get(unboxed(left));
        Integer second = RANKS.get(unboxed(right));
        if (first == null || second == null) {
            return OPEN;
        }
        String wider = first >= second ? unboxed(left) : unboxed(right);
        return Math.max(first, second) <= 1 ? "int" : wider;
    }

    /** Returns the result of an operation on two constants. */
    static Optional<Value> fold(BinaryExpr.Operator operator, String type, BigDecimal left, BigDecimal right) {
        boolean divides = operator == BinaryExpr.Operator.DIVIDE || operator == BinaryExpr.Operator.REMAINDER;
        if (divides && right.signum() == 0) {
            return Optional.empty();
        }
        return switch (type) {
            case "int" -> exact(operator, left, right).map(number -> whole(number.intValue()));
            case "long" -> exact(operator, left, right).map(number -> whole(number.longValue()));
            case "float" ->
                // A double holds enough digits that rounding twice is rounding once, of these operations.
                rounded(operator, left.floatValue(), right.floatValue())
                        .flatMap(number -> floating(number.floatValue()));
            case "double" ->
                rounded(operator, left.doubleValue(), right.doubleValue()).flatMap(Numbers::floating);
            case EXACT ->
                divides ? Optional.empty() : exact(operator, left, right).map(Value.Constant::new);
            default -> open(operator, left, right);
        };
    }

    /** Computes what each type of numbers computes alike. */
    private static Optional<Value> open(BinaryExpr.Operator operator, BigDecimal left, BigDecimal right) {
        boolean isWhole = isWhole(left) && isWhole(right);
        boolean isQuotient = operator == BinaryExpr.Operator.DIVIDE;
        if (!isWhole || (isQuotient && left.remainder(right).signum() != 0)) {
            return Optional.empty();
        }
        return exact(operator, left, right)
                .filter(number -> number.abs().compareTo(INT_MAX) <= 0)
                .map(Value.Constant::new);
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    private static Value whole(long number) {
        return Value.Constant.of(number);
    }

    private static Optional<BigDecimal> exact(BinaryExpr.Operator operator, BigDecimal left, BigDecimal right) {
        return switch (operator) {
            case PLUS -> Optional.of(left.add(right));
            case MINUS -> Optional.of(left.subtract(right));
            case MULTIPLY -> Optional.of(left.multiply(right));
            case DIVIDE -> Optional.of(left.divideToIntegralValue(right));
            case REMAINDER -> Optional.of(left.remainder(right));
            default -> Optional.empty();
        };
    }

    private static Optional<Double> rounded(BinaryExpr.Operator operator, double left, double right) {
        return switch (operator) {
            case PLUS -> Optional.of(left + right);
            case MINUS -> Optional.of(left - right);
            case MULTIPLY -> Optional.of(left * right);
            case DIVIDE -> Optional.of(left / right);
            case REMAINDER -> Optional.of(left % right);
            default -> Optional.empty();
        };
    }

    /** Returns a number of a floating type; a float as the double that equals it. */
    private static Optional<Value> floating(double number) {
        return Double.isFinite(number) ? Optional.of(new Value.Constant(BigDecimal.valueOf(number))) : Optional.empty();
    }

    /**
     * Returns a constant converted to a type, as an assignment or a cast does; any other value as it is.
     *
     * @param from the type of the value, empty if it is not known
     */
    public static Optional<Value> converted(Value value, String from, String to) {
        String type = unboxed(to);
        boolean isLetter =
                unboxed(from).equals("char") && value instanceof Value.Literal(var text) && text.length() == 1;
        if (isLetter && RANKS.containsKey(type) && !type.equals("char")) {
            return Optional.of(whole(((Value.Literal) value).text().charAt(0)));
        }
        if (!(value instanceof Value.Constant(var number)) || !RANKS.containsKey(type)) {
            return Optional.of(value);
        }
        return switch (type) {
            case "float" -> floating(number.floatValue());
            case "double" -> floating(number.doubleValue());
            default -> whole(number, unboxed(from), type);
        };
    }

    private static Optional<Value> whole(BigDecimal number, String from, String to) {
        boolean isFloating = from.equals("float") || from.equals("double");
        boolean isSmall = number.abs().compareTo(INT_MAX) <= 0;
        if (!isSmall && !isFloating && !isWhole(from)) {
            return Optional.empty();
        }
        double floating = number.doubleValue();
        long whole = isFloating ? (to.equals("long") ? (long) floating : (int) floating) : number.longValue();
        return Optional.of(
                switch (to) {
                    case "byte" -> whole((byte) whole);
                    case "short" -> whole((short) whole);
                    case "char" -> new Value.Literal(String.valueOf((char) whole));
                    case "int" -> {
                        int wrapped = (int) whole;
                        yield whole(wrapped);
                    }
                    default -> whole(whole);
                });
    }
}

package moirai.sources.sql;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import moirai.directed.program.Expression;
import moirai.directed.program.Operation;
import moirai.directed.program.Origin;
import moirai.sources.diagnostic.Diagnostics;

/**
 * Turns the constants of a program into the small natural numbers of abstract programs: texts are numbered from 1 in
 * the order in which they are met, NULL is 0.
 */
public final class Constants {

    /** The greatest number of three bits, which is the least that analyses use. */
    public static final int NUMBER_MAX = 7;

    private static final Expression ZERO = new Expression.Constant(0);

    private final Diagnostics diagnostics;
    private final Map<String, Integer> texts = new LinkedHashMap<>();

    /** Makes a numbering in which nothing has a number yet. */
    public Constants(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** Returns a number. Large numbers and fractions become unknown numbers that are the same wherever they stand. */
    public Expression number(BigDecimal value, Origin origin) {
        boolean isWhole = value.stripTrailingZeros().scale() <= 0;
        BigDecimal size = value.abs();
        if (isWhole && size.compareTo(BigDecimal.valueOf(NUMBER_MAX)) <= 0) {
            var constant = new Expression.Constant(size.intValueExact());
            return value.signum() < 0 ? new Expression.Arithmetic(Operation.MINUS, ZERO, constant) : constant;
        }
        String shown = value.toPlainString();
        diagnostics.bound(
                origin,
                "the number " + shown + " is not one of 0 to " + NUMBER_MAX,
                "taken for any number, the same wherever a transaction names it");
        return new Expression.Any("number " + shown);
    }

    /** Returns the number of a text; an unknown number if there are too many texts. */
    public Expression text(String text, Origin origin) {
        int number = texts.computeIfAbsent(text, key -> texts.size() + 1);
        if (number <= NUMBER_MAX) {
            return new Expression.Constant(number);
        }
        diagnostics.bound(
                origin,
                "the text '" + text + "' is one more than " + NUMBER_MAX + " different ones",
                "taken for any number, the same wherever a transaction names it");
        return new Expression.Any("text " + number);
    }

    /** Returns the texts that were met, by their numbers. */
    public Map<Integer, String> texts() {
        Map<Integer, String> byNumber = new LinkedHashMap<>();
        texts.forEach((text, number) -> byNumber.put(number, text));
        return byNumber;
    }

    /** Returns the number for NULL. */
    public Expression nothing(Origin origin) {
        diagnostics.loss(origin, "there is no NULL in abstract programs", "taken for 0");
        return ZERO;
    }
}

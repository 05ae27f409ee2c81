package moirai.observation.txns;

import java.util.List;

/**
 * A parameter of a transaction.
 *
 * @param sizeMax the greatest number, or the length of the longest text, that the application and its columns take
 * @param form of a text
 * @param choices the only texts that are accepted; empty if all are
 */
public record Parameter(String name, ValueKind kind, long sizeMax, TextForm form, List<String> choices) {

    /** Copies the list. Throws IllegalArgumentException for a size below 1, or a choice of nothing. */
    public Parameter {
        choices = List.copyOf(choices);
        if (kind == ValueKind.CHOICE && choices.isEmpty()) {
            throw new IllegalArgumentException("parameter " + name + ": no choice; accepted: at least one");
        }
        if (sizeMax < 1) {
            throw new IllegalArgumentException("parameter " + name + ": size " + sizeMax + "; accepted: at least 1");
        }
    }

    /** Makes a parameter without choices, for texts of letters. */
    public Parameter(String name, ValueKind kind, long sizeMax) {
        this(name, kind, sizeMax, TextForm.LETTERS, List.of());
    }

    /** Returns a parameter of type int. */
    public static Parameter integer(String name) {
        return new Parameter(name, ValueKind.INTEGER, Integer.MAX_VALUE);
    }

    /** Returns a parameter of type long. */
    public static Parameter longInteger(String name) {
        return new Parameter(name, ValueKind.LONG, Integer.MAX_VALUE);
    }

    /** Returns a parameter of type BigDecimal, with two digits after the point. */
    public static Parameter decimal(String name) {
        return new Parameter(name, ValueKind.DECIMAL, 1_000_000_000);
    }

    /** Returns a parameter of type String, of up to 10 letters. */
    public static Parameter text(String name) {
        return new Parameter(name, ValueKind.TEXT, 10);
    }

    /** Returns a parameter of type LocalDateTime. */
    public static Parameter time(String name) {
        return new Parameter(name, ValueKind.TIME, 1);
    }

    /** Returns a parameter of a type that has only these values. */
    public static Parameter choice(String name, List<String> choices) {
        return new Parameter(name, ValueKind.CHOICE, 1, TextForm.LETTERS, choices);
    }

    /** Returns a parameter of type boolean. */
    public static Parameter flag(String name) {
        return new Parameter(name, ValueKind.FLAG, 1);
    }

    /** Returns the same parameter with another bound. */
    public Parameter upTo(long size) {
        return new Parameter(name, kind, size, form, choices);
    }

    /** Returns the same parameter for texts of another form. */
    public Parameter like(TextForm other) {
        return new Parameter(name, kind, sizeMax, other, choices);
    }
}

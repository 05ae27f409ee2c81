package moirai.observation.txns;

/**
 * A parameter of a transaction.
 *
 * @param sizeMax the greatest number, or the length of the longest text, that the application and its columns take
 */
public record Parameter(String name, ValueKind kind, long sizeMax) {

    /** Throws IllegalArgumentException for a size below 1. */
    public Parameter {
        if (sizeMax < 1) {
            throw new IllegalArgumentException("parameter " + name + ": size " + sizeMax + "; accepted: at least 1");
        }
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

    /** Returns the same parameter with another bound. */
    public Parameter upTo(long size) {
        return new Parameter(name, kind, size);
    }
}

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

    /** An int. */
    public static Parameter integer(String name) {
        return new Parameter(name, ValueKind.INTEGER, Integer.MAX_VALUE);
    }

    /** A long. */
    public static Parameter longInteger(String name) {
        return new Parameter(name, ValueKind.LONG, Integer.MAX_VALUE);
    }

    /** A BigDecimal with two digits after the point. */
    public static Parameter decimal(String name) {
        return new Parameter(name, ValueKind.DECIMAL, 1_000_000_000);
    }

    /** A String of up to 10 letters. */
    public static Parameter text(String name) {
        return new Parameter(name, ValueKind.TEXT, 10);
    }

    /** A LocalDateTime. */
    public static Parameter time(String name) {
        return new Parameter(name, ValueKind.TIME, 1);
    }

    /** The same parameter with other bounds. */
    public Parameter upTo(long size) {
        return new Parameter(name, kind, size);
    }
}

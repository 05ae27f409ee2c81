package moirai.observation.rows;

import java.math.BigDecimal;
import java.sql.Types;
import moirai.observation.txns.Parameter;

/**
 * The kind and the bounds of the values of a column or a parameter.
 *
 * @param max the greatest number, or the length of the longest text
 * @param scale digits after the point
 */
public record Column(String name, Kind kind, BigDecimal max, int scale) {

    /** The kind of the values. */
    public enum Kind {
        NUMBER,
        TEXT,
        TIME,
        DATE,
        FLAG,
        OTHER
    }

    /** Returns a column as a driver describes it: its type, size and digits after the point. */
    static Column of(String name, int type, int size, int digits) {
        return switch (type) {
            case Types.TINYINT -> number(name, Byte.MAX_VALUE);
            case Types.SMALLINT -> number(name, Short.MAX_VALUE);
            case Types.INTEGER -> number(name, Integer.MAX_VALUE);
            case Types.BIGINT -> number(name, Integer.MAX_VALUE);
            case Types.NUMERIC, Types.DECIMAL -> {
                int scale = Math.clamp(digits, 0, 6);
                BigDecimal ceiling = BigDecimal.TEN.pow(Math.clamp(size - (long) digits, 0, 9));
                yield new Column(name, Kind.NUMBER, ceiling.subtract(BigDecimal.ONE.movePointLeft(scale)), scale);
            }
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> number(name, 1_000_000);
            case Types.CHAR, Types.VARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGVARCHAR, Types.CLOB ->
                new Column(name, Kind.TEXT, BigDecimal.valueOf(size), 0);
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> new Column(name, Kind.TIME, BigDecimal.ONE, 0);
            case Types.DATE -> new Column(name, Kind.DATE, BigDecimal.ONE, 0);
            case Types.BOOLEAN, Types.BIT -> new Column(name, Kind.FLAG, BigDecimal.ONE, 0);
            default -> new Column(name, Kind.OTHER, BigDecimal.ONE, 0);
        };
    }

    private static Column number(String name, long max) {
        return new Column(name, Kind.NUMBER, BigDecimal.valueOf(max), 0);
    }

    /** Returns the kind and the bounds of a parameter. */
    public static Column of(Parameter parameter) {
        BigDecimal max = BigDecimal.valueOf(parameter.sizeMax());
        return switch (parameter.kind()) {
            case INTEGER, LONG -> new Column(parameter.name(), Kind.NUMBER, max, 0);
            case DECIMAL -> new Column(parameter.name(), Kind.NUMBER, max, 2);
            case TEXT -> new Column(parameter.name(), Kind.TEXT, max, 0);
            case TIME -> new Column(parameter.name(), Kind.TIME, max, 0);
        };
    }

    /** Returns whether a value fits: a number is not too large or too fine, and a text not too long. */
    public boolean holds(Object value) {
        return switch (value) {
            case BigDecimal number ->
                number.abs().compareTo(max) <= 0 && number.stripTrailingZeros().scale() <= scale;
            case String text -> max.compareTo(BigDecimal.valueOf(text.length())) >= 0;
            default -> true;
        };
    }

    /** Returns the least difference of two values. */
    public BigDecimal unit() {
        return BigDecimal.ONE.movePointLeft(scale);
    }
}

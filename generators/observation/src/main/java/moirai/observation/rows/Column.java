package moirai.observation.rows;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.List;
import moirai.observation.txns.Parameter;
import moirai.observation.txns.TextForm;

/**
 * The kind and the bounds of the values of a column or a parameter.
 *
 * @param max the greatest number, or the length of the longest text
 * @param scale digits after the point
 * @param form of a text
 * @param choices the only texts that are accepted; empty if all are
 */
public record Column(String name, Kind kind, BigDecimal max, int scale, TextForm form, List<String> choices) {

    /** The type of unique identifiers, for which JDBC has no number. */
    static final int UUID = Integer.MIN_VALUE;

    /** The kind of the values. */
    public enum Kind {
        NUMBER,
        TEXT,
        TIME,
        DATE,
        FLAG,
        UUID,
        OTHER
    }

    public Column {
        choices = List.copyOf(choices);
    }

    private Column(String name, Kind kind, BigDecimal max, int scale) {
        this(name, kind, max, scale, TextForm.LETTERS, List.of());
    }

    /** Returns whether there are only a few values, so that equal ones do not show that one comes from the other. */
    public boolean isSmall() {
        return kind == Kind.FLAG || !choices.isEmpty();
    }

    /** Returns all values if there are only a few. */
    public List<Object> values() {
        return kind == Kind.FLAG ? List.of(BigDecimal.ONE, BigDecimal.ZERO) : List.copyOf(choices);
    }

    /** Returns the same column with only these texts. */
    Column withChoices(List<String> texts) {
        return new Column(name, Kind.TEXT, max, scale, form, texts);
    }

    /** Returns the same column for texts of another form. */
    Column like(TextForm other) {
        return new Column(name, kind, max, scale, other, choices);
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
            case UUID -> new Column(name, Kind.UUID, BigDecimal.ONE, 0);
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
            case TEXT -> new Column(parameter.name(), Kind.TEXT, max, 0, parameter.form(), List.of());
            case CHOICE -> new Column(parameter.name(), Kind.TEXT, max, 0, parameter.form(), parameter.choices());
            case TIME -> new Column(parameter.name(), Kind.TIME, max, 0);
            case DATE -> new Column(parameter.name(), Kind.DATE, max, 0);
            case FLAG -> new Column(parameter.name(), Kind.FLAG, max, 0);
            case UUID -> new Column(parameter.name(), Kind.UUID, max, 0);
        };
    }

    /** Returns whether a value fits: a number is not too large or too fine, and a text not too long. */
    public boolean holds(Object value) {
        return switch (value) {
            case BigDecimal number ->
                number.abs().compareTo(max) <= 0 && number.stripTrailingZeros().scale() <= scale;
            case String text when !choices.isEmpty() -> choices.contains(text);
            case String text -> max.compareTo(BigDecimal.valueOf(text.length())) >= 0;
            default -> true;
        };
    }

    /** Returns the least difference of two values. */
    public BigDecimal unit() {
        return BigDecimal.ONE.movePointLeft(scale);
    }
}

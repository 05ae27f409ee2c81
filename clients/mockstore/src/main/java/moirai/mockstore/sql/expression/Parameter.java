package moirai.mockstore.sql.expression;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TextFormat;

/**
 * A placeholder. Its value may be of another Java class than its place requires, because the caller did not know the
 * place. The value is converted if that loses nothing.
 */
public final class Parameter implements SqlExpression {

    private final Scope scope;
    private final int index;
    private final SqlExpression source;
    private final SqlType type;

    private Parameter(Scope scope, int index, SqlExpression source, SqlType type) {
        this.scope = scope;
        this.index = index;
        this.source = source;
        this.type = type;
    }

    /** Returns the parameter of an index, with the type that the scope knows so far. */
    public static Parameter of(Scope scope, int index) {
        SqlExpression source = scope.parameter(index);
        return new Parameter(scope, index, source, source.type());
    }

    /** Returns this parameter with any type that its place requires, whatever the client declares. */
    public Parameter untyped() {
        return new Parameter(scope, index, source, SqlType.UNKNOWN);
    }

    /** Returns this parameter with the type that its place requires, and tells the scope. */
    Parameter as(SqlType needed) {
        scope.parameterType(index, needed);
        return new Parameter(scope, index, source, needed);
    }

    /** Returns this parameter as a text of a type that only PostgreSQL has, and tells the scope. */
    Parameter as(ForeignType needed) {
        scope.parameterType(index, needed);
        return as(SqlType.TEXT);
    }

    /** Returns an argument for a place that accepts any type, which does not determine that of a parameter. */
    public static SqlExpression leftOpen(SqlExpression argument) {
        if (argument instanceof Parameter parameter && parameter.type == SqlType.UNKNOWN) {
            parameter.scope.leaveOpen(parameter.index);
            return new Parameter(parameter.scope, parameter.index, parameter.source, SqlType.TEXT);
        }
        return argument;
    }

    @Override
    public SqlType type() {
        return type;
    }

    @Override
    public Object evaluate(Frame frame) {
        Object value = source.evaluate(frame);
        return value == SqlNull.NULL || type == SqlType.UNKNOWN ? value : adapt(value);
    }

    private Object adapt(Object value) {
        if (value instanceof String text) {
            return TextFormat.read(text, type);
        }
        return switch (type) {
            case SMALLINT, INTEGER, BIGINT -> value instanceof Number number ? exact(number) : refuse(value);
            case NUMERIC, REAL, DOUBLE -> value instanceof Number number ? number(number) : refuse(value);
            case TEXT, VARCHAR, CHAR, UNKNOWN -> text(value);
            case DATE, TIMESTAMP, TIMESTAMPTZ -> time(value);
            case BOOLEAN, TIME, INTERVAL, UUID, BYTEA -> type.represents(value) ? value : refuse(value);
        };
    }

    private Object exact(Number number) {
        if (number instanceof Integer || number instanceof Long) {
            return Conversion.convert(number.longValue(), SqlType.BIGINT, type);
        }
        var decimal = new BigDecimal(number.toString());
        return decimal.stripTrailingZeros().scale() > 0
                ? refuse(number)
                : Conversion.convert(decimal, SqlType.NUMERIC, type);
    }

    private Object number(Number number) {
        return switch (number) {
            case Integer value -> Conversion.convert(value, SqlType.INTEGER, type);
            case Long value -> Conversion.convert(value, SqlType.BIGINT, type);
            case BigDecimal value -> Conversion.convert(value, SqlType.NUMERIC, type);
            case Float value -> Conversion.convert(value, SqlType.REAL, type);
            case Double value -> Conversion.convert(value, SqlType.DOUBLE, type);
            default -> refuse(number);
        };
    }

    private Object text(Object value) {
        for (SqlType candidate : SqlType.values()) {
            if (candidate.represents(value)) {
                return Conversion.convert(value, candidate, type);
            }
        }
        return refuse(value);
    }

    private Object time(Object value) {
        return switch (value) {
            case LocalDate date -> Conversion.convert(date, SqlType.DATE, type);
            case LocalDateTime timestamp
            when type != SqlType.DATE -> Conversion.convert(timestamp, SqlType.TIMESTAMP, type);
            case OffsetDateTime timestamp
            when type != SqlType.DATE ->
                Conversion.convert(timestamp.withOffsetSameInstant(ZoneOffset.UTC), SqlType.TIMESTAMPTZ, type);
            default -> refuse(value);
        };
    }

    private Object refuse(Object value) {
        throw new StoreException(
                "42804",
                "parameter $" + (index + 1) + " is of type " + type.sqlName() + ", and the value " + value
                        + " of Java's " + value.getClass().getSimpleName() + " is none");
    }
}

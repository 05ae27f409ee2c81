package moirai.mockstore.sql.expression.compile;

import java.math.BigDecimal;
import java.math.BigInteger;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.syntax.Escapes;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TextFormat;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.StringValue;

/** Compiles literals. */
final class Literals {

    private Literals() {}

    static boolean isLiteral(Expression expression) {
        return expression instanceof LongValue
                || expression instanceof DoubleValue
                || expression instanceof StringValue
                || expression instanceof BooleanValue
                || expression instanceof NullValue
                || expression instanceof DateTimeLiteralExpression
                || expression instanceof IntervalExpression;
    }

    static SqlExpression compile(Expression expression) {
        return switch (expression) {
            case LongValue value -> integer(value.getStringValue());
            case DoubleValue value -> new Constant(SqlType.NUMERIC, TextFormat.read(value.toString(), SqlType.NUMERIC));
            case StringValue value -> new Constant(SqlType.UNKNOWN, text(value));
            case BooleanValue value -> new Constant(SqlType.BOOLEAN, value.getValue());
            case NullValue value -> Constant.NULL;
            case DateTimeLiteralExpression value -> dateTime(value);
            case IntervalExpression value -> interval(value);
            default -> throw ExpressionCompiler.refused(expression);
        };
    }

    /** Returns the negative of a number. */
    static Constant negative(Expression number) {
        return number instanceof LongValue value
                ? integer("-" + value.getStringValue())
                : new Constant(SqlType.NUMERIC, TextFormat.read("-" + number, SqlType.NUMERIC));
    }

    /** Returns an integer literal of the smallest type that can hold it. */
    private static Constant integer(String digits) {
        if (!digits.matches("-?\\d+")) {
            throw TypeErrors.unsupported("the number " + digits);
        }
        var value = new BigInteger(digits);
        if (value.bitLength() < Integer.SIZE) {
            return new Constant(SqlType.INTEGER, value.intValueExact());
        }
        return value.bitLength() < Long.SIZE
                ? new Constant(SqlType.BIGINT, value.longValueExact())
                : new Constant(SqlType.NUMERIC, new BigDecimal(value));
    }

    private static String text(StringValue value) {
        String prefix = value.getPrefix();
        if (value.getQuoteStr() != null && value.getQuoteStr().startsWith("$")) {
            return value.getValue();
        }
        if (prefix == null) {
            return value.getValue().replace("''", "'");
        }
        if (prefix.equalsIgnoreCase("E")) {
            return Escapes.read(value.getValue().replace("''", "'"));
        }
        throw TypeErrors.unsupported("the literal " + value);
    }

    private static Constant dateTime(DateTimeLiteralExpression literal) {
        SqlType type = switch (literal.getType()) {
            case DATE -> SqlType.DATE;
            case TIME -> SqlType.TIME;
            case TIMESTAMP -> SqlType.TIMESTAMP;
            case TIMESTAMPTZ -> SqlType.TIMESTAMPTZ;
            case DATETIME -> throw new StoreException("42704", "type \"datetime\" does not exist");
        };
        return new Constant(type, TextFormat.read(unquoted(literal.getValue()), type));
    }

    private static Constant interval(IntervalExpression literal) {
        boolean plain = literal.isUsingIntervalKeyword() && literal.getExpression() == null;
        if (!plain || literal.getParameter() == null || !literal.getParameter().startsWith("'")) {
            throw TypeErrors.unsupported("the interval " + literal);
        }
        String text = unquoted(literal.getParameter());
        if (literal.getIntervalQualifier() == null) {
            return new Constant(SqlType.INTERVAL, TextFormat.read(text, SqlType.INTERVAL));
        }
        String unit = Identifiers.lower(literal.getIntervalQualifier().toString());
        boolean simple = unit.matches("year|month|day|hour|minute|second")
                && text.strip().matches("[+-]?\\d+");
        if (!simple) {
            throw TypeErrors.unsupported("the interval " + literal);
        }
        return new Constant(SqlType.INTERVAL, TextFormat.read(text + " " + unit, SqlType.INTERVAL));
    }

    /** Returns the literal {@code TYPE 'text'}. */
    static Constant typed(String text, ColumnType type) {
        return (Constant) Coercion.cast(new Constant(SqlType.UNKNOWN, text), type);
    }

    private static String unquoted(String literal) {
        if (literal.length() < 2 || !literal.startsWith("'") || !literal.endsWith("'")) {
            throw TypeErrors.unsupported("the literal " + literal);
        }
        return literal.substring(1, literal.length() - 1).replace("''", "'");
    }
}

package moirai.mockstore.sql.expression.compile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.Scope;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.function.Functions;
import moirai.mockstore.sql.expression.function.Signature;
import moirai.mockstore.sql.syntax.TypeNames;
import moirai.mockstore.sql.types.ArrayText;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlArray;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * The array of {@code ANY(?)}, {@code ALL('{1,2}')} or {@code ANY(?::bigint[])}. Its value is a {@link SqlArray}, and
 * the type of the elements is that of the value.
 *
 * @param source the parameter or the literal
 * @param ofText the type of the elements of an array that is given as a text
 * @param declared the type of the elements that a cast asks for; null if there is none
 */
public record ArrayOperand(
        SqlExpression source, SqlType ofText, @Nullable ColumnType declared) implements SqlExpression {

    /** Returns whether the expression is ANY, SOME or ALL of something that is no query, which is parsed as a call. */
    public static boolean isQuantified(Expression expression) {
        return expression instanceof Function function
                && List.of("any", "some", "all").contains(function.getName().toLowerCase(Locale.ROOT))
                && function.getParameters() != null
                && function.getParameters().size() == 1;
    }

    /** Returns whether a quantified expression is of all elements. */
    public static boolean isAll(Expression quantified) {
        return ((Function) quantified).getName().equalsIgnoreCase("all");
    }

    /**
     * Returns the array of a quantified comparison; empty if it is of another form.
     *
     * @param name the operator
     * @param operand what its elements are compared with
     */
    public static Optional<ArrayOperand> of(String name, SqlExpression operand, Expression quantified, Scope scope) {
        if (!isQuantified(quantified)) {
            return Optional.empty();
        }
        Expression array = ((Function) quantified).getParameters().get(0);
        if (array instanceof JdbcParameter parameter
                && scope.parameter(parameter.getIndex() - 1).type() != SqlType.UNKNOWN) {
            throw new StoreException("42809", "op ANY/ALL (array) requires array on right side");
        }
        if (array instanceof CastExpression cast) {
            return TypeNames.elementOf(cast.getColDataType())
                    .flatMap(type -> source(cast.getLeftExpression(), scope).map(source -> {
                        Functions.operator(name, List.of(operand.type(), type.type()));
                        note(cast.getLeftExpression(), type.type(), scope);
                        return new ArrayOperand(source, type.type(), type).read();
                    }));
        }
        return source(array, scope).map(source -> {
            Signature operator = Functions.operator(name, List.of(typed(operand).type(), SqlType.UNKNOWN));
            note(array, operator.parameters().get(1), scope);
            return new ArrayOperand(source, operator.parameters().get(1), null).read();
        });
    }

    /** Reads the array if it is a literal, as PostgreSQL does before anything else. */
    private ArrayOperand read() {
        return source instanceof Constant(SqlType type, Object value) && value instanceof String
                ? new ArrayOperand(new Constant(type, Folding.constant(this)), ofText, declared)
                : this;
    }

    private static void note(Expression array, SqlType element, Scope scope) {
        if (array instanceof JdbcParameter parameter) {
            scope.arrayParameter(parameter.getIndex() - 1, element);
        }
    }

    private static Optional<SqlExpression> source(Expression array, Scope scope) {
        return switch (array) {
            case JdbcParameter parameter -> Optional.of(scope.parameter(parameter.getIndex() - 1));
            case StringValue text
            when text.getPrefix() == null -> Optional.of(new Constant(SqlType.UNKNOWN, text.getNotExcapedValue()));
            case NullValue none -> Optional.of(new Constant(SqlType.UNKNOWN, SqlNull.NULL));
            default -> Optional.empty();
        };
    }

    private static SqlExpression typed(SqlExpression operand) {
        return Coercion.output(operand);
    }

    @Override
    public SqlType type() {
        return SqlType.UNKNOWN;
    }

    /** Returns an array, or null. */
    @Override
    public Object evaluate(Frame frame) {
        return switch (source.evaluate(frame)) {
            case SqlNull none -> none;
            case SqlArray array -> declared == null ? array : array.cast(declared);
            case String text ->
                declared == null
                        ? ArrayText.read(text, ofText)
                        : ArrayText.read(text, SqlType.TEXT).cast(declared);
            default -> throw new StoreException("42809", "op ANY/ALL (array) requires array on right side");
        };
    }

    /**
     * Returns the comparison of a value with the elements. Without elements it is false for ANY and true for ALL, even
     * if the value is null.
     */
    SqlExpression compared(String name, SqlExpression operand, boolean all) {
        SqlExpression left = declared != null && operand.type() == SqlType.UNKNOWN
                ? Coercion.to(operand, declared.type())
                : typed(operand);
        return new Computed(
                SqlType.BOOLEAN,
                frame -> evaluate(frame) instanceof SqlArray array
                        ? compared(name, left, array, all, frame)
                        : SqlNull.NULL);
    }

    private static Object compared(String name, SqlExpression left, SqlArray array, boolean all, Frame frame) {
        Signature operator = Functions.operator(name, List.of(left.type(), array.element()));
        if (array.values().isEmpty()) {
            return all;
        }
        Object value = Conversion.convert(
                left.evaluate(frame), left.type(), operator.parameters().get(0));
        boolean unknown = false;
        for (Object element : array.values()) {
            Object other = Conversion.convert(
                    element, array.element(), operator.parameters().get(1));
            if (value == SqlNull.NULL || other == SqlNull.NULL) {
                unknown = true;
            } else if ((Boolean) operator.body().apply(new Object[] {value, other}) != all) {
                return !all;
            }
        }
        return unknown ? SqlNull.NULL : (Object) all;
    }
}

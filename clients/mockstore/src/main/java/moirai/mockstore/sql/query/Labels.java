package moirai.mockstore.sql.query;

import java.util.Locale;
import moirai.mockstore.sql.syntax.Identifiers;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TimezoneExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;

/** Determines the label of a result's column without an alias, as PostgreSQL does. */
public final class Labels {

    /** The label of a column without a better name. */
    public static final String NONE = "?column?";

    private Labels() {}

    /** Returns the label of a value. */
    public static String of(Expression expression) {
        return switch (expression) {
            case Column column -> Identifiers.of(column.getColumnName());
            case Function function -> Identifiers.of(function.getName());
            case AnalyticExpression call -> Identifiers.of(call.getName());
            case ParenthesedSelect query -> of(query);
            case CaseExpression ignored -> "case";
            case ExtractExpression ignored -> "extract";
            case ExistsExpression ignored -> "exists";
            case BooleanValue ignored -> "bool";
            case TrimFunction ignored -> "btrim";
            case TimezoneExpression ignored -> "timezone";
            case TimeKeyExpression time ->
                time.getStringValue().replace("()", "").toLowerCase(Locale.ROOT);
            case CastExpression cast -> {
                String inner = of(cast.getLeftExpression());
                yield inner.equals(NONE) ? cast.getColDataType().getDataType().toLowerCase(Locale.ROOT) : inner;
            }
            case ParenthesedExpressionList<?> list when list.size() == 1 -> of(list.get(0));
            default -> NONE;
        };
    }

    /** Returns the label of a query that is a value, which is that of its column. */
    private static String of(ParenthesedSelect query) {
        if (!(query.getSelect() instanceof PlainSelect select)
                || select.getSelectItems().size() != 1) {
            return NONE;
        }
        SelectItem<?> item = select.getSelectItems().get(0);
        return item.getAlias() == null
                ? of(item.getExpression())
                : Identifiers.of(item.getAlias().getName());
    }
}

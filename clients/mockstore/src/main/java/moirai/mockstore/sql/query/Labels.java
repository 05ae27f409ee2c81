package moirai.mockstore.sql.query;

import static java.util.Map.entry;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import moirai.mockstore.sql.syntax.Identifiers;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TimezoneExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.jspecify.annotations.Nullable;

/** Determines the label of a result's column without an alias, as PostgreSQL does. */
public final class Labels {

    /** The label of a column without a better name. */
    public static final String NONE = "?column?";

    /** The names that PostgreSQL's own types have besides those that are written. */
    private static final Map<String, String> OWN_NAMES = Map.ofEntries(
            entry("int", "int4"),
            entry("integer", "int4"),
            entry("bigint", "int8"),
            entry("smallint", "int2"),
            entry("double precision", "float8"),
            entry("float", "float8"),
            entry("real", "float4"),
            entry("decimal", "numeric"),
            entry("dec", "numeric"),
            entry("char", "bpchar"),
            entry("character", "bpchar"),
            entry("character varying", "varchar"),
            entry("char varying", "varchar"),
            entry("boolean", "bool"),
            entry("bit varying", "varbit"),
            entry("timestamp with time zone", "timestamptz"),
            entry("timestamp without time zone", "timestamp"),
            entry("time with time zone", "timetz"),
            entry("time without time zone", "time"));

    private Labels() {}

    /** Returns the label of a value. */
    public static String of(Expression expression) {
        return switch (expression) {
            case Column column -> Identifiers.of(column.getColumnName());
            case Function function -> Identifiers.of(function.getName());
            case AnalyticExpression call -> Identifiers.of(call.getName());
            case ParenthesedSelect query -> of(query);
            case CaseExpression choice -> strong(choice).orElse("case");
            case ExtractExpression ignored -> "extract";
            case ExistsExpression ignored -> "exists";
            case TrimFunction trim -> trim(trim);
            case TimezoneExpression ignored -> "timezone";
            case TimeKeyExpression time ->
                time.getStringValue().replace("()", "").toLowerCase(Locale.ROOT);
            case CastExpression cast ->
                strong(cast).orElseGet(() -> type(cast.getColDataType().getDataType()));
            case DateTimeLiteralExpression literal -> type(literal.getType().name());
            case IntervalExpression ignored -> "interval";
            case ParenthesedExpressionList<?> list when list.size() == 1 -> of(list.get(0));
            default -> NONE;
        };
    }

    /** Returns the label of a value; empty if it has none, or one that gives way to the name of a type or to "case". */
    private static Optional<String> strong(@Nullable Expression expression) {
        return switch (expression) {
            case null -> Optional.empty();
            case CastExpression cast -> strong(cast.getLeftExpression());
            case CaseExpression choice -> strong(choice.getElseExpression());
            case DateTimeLiteralExpression ignored -> Optional.empty();
            case IntervalExpression ignored -> Optional.empty();
            case ParenthesedExpressionList<?> list when list.size() == 1 -> strong(list.get(0));
            case ParenthesedSelect query
            when item(query).filter(item -> item.getAlias() == null).isPresent() ->
                strong(item(query).orElseThrow().getExpression());
            default -> Optional.of(of(expression)).filter(label -> !label.equals(NONE));
        };
    }

    private static String trim(TrimFunction trim) {
        return switch (String.valueOf(trim.getTrimSpecification()).toUpperCase(Locale.ROOT)) {
            case "LEADING" -> "ltrim";
            case "TRAILING" -> "rtrim";
            default -> "btrim";
        };
    }

    /** Returns PostgreSQL's own name of a type. */
    private static String type(String written) {
        String bare = written.replaceAll("\\s*\\([^)]*\\)|\\s*\\[\\d*]", "").strip();
        String name = bare.substring(Identifiers.dot(bare) + 1);
        if (name.startsWith("\"")) {
            return Identifiers.of(name);
        }
        String lower = name.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        return OWN_NAMES.getOrDefault(lower, lower);
    }

    /** Returns the label of a query that is a value, which is that of its column. */
    private static String of(ParenthesedSelect query) {
        return item(query)
                .map(item -> item.getAlias() == null
                        ? of(item.getExpression())
                        : Identifiers.of(item.getAlias().getName()))
                .orElse(NONE);
    }

    /** Returns what a query selects, if that is a single column. */
    private static Optional<SelectItem<?>> item(ParenthesedSelect query) {
        return query.getSelect() instanceof PlainSelect select
                        && select.getSelectItems().size() == 1
                ? Optional.of(select.getSelectItems().get(0))
                : Optional.empty();
    }
}

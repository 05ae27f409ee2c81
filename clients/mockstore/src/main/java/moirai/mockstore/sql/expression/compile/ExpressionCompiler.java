package moirai.mockstore.sql.expression.compile;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Doomed;
import moirai.mockstore.sql.expression.Parameter;
import moirai.mockstore.sql.expression.Scope;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.DateUnitExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NextValExpression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TimezoneExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;

/**
 * Compiles the parser's expression tree to expressions that have a value in each row.
 *
 * <p>The parser's tree has many optional parts for other databases. Each part that is present and has no meaning in
 * PostgreSQL, or is not supported here, is refused by name (SQLSTATE 0A000), and never overlooked.
 */
public record ExpressionCompiler(Scope scope) {

    /**
     * Compiles an expression. The type of a literal or a parameter may remain {@link SqlType#UNKNOWN}: use {@link
     * Coercion} to give it the type that its place requires.
     *
     * @throws StoreException if it makes no sense (SQLSTATE 42804, 42883 and others) or is not supported (0A000)
     */
    public static SqlExpression compile(Expression expression, Scope scope) {
        SqlExpression compiled = new ExpressionCompiler(scope).compile(expression);
        if (compiled instanceof Doomed doomed) {
            scope.impossible(doomed.failure());
        }
        return compiled;
    }

    /** Compiles a condition, for WHERE, HAVING and ON; its place is named in messages. */
    public static SqlExpression condition(Expression expression, Scope scope, String place) {
        return Coercion.condition(compile(expression, scope), place);
    }

    List<SqlExpression> compileAll(List<? extends Expression> expressions) {
        return expressions.stream().map(this::compile).toList();
    }

    SqlExpression compile(Expression expression) {
        if (Precedence.isChain(expression)) {
            return Precedence.compile(expression, this);
        }
        if (Literals.isLiteral(expression)) {
            return Literals.compile(expression);
        }
        if (Predicates.isPredicate(expression)) {
            return new Predicates(this).compile(expression);
        }
        return switch (expression) {
            case Column column -> column(column);
            // The names of units are no keywords elsewhere.
            case DateUnitExpression unit -> scope.column(new Column(Identifiers.lower(unit.toString())));
            case JdbcParameter parameter -> Parameter.of(scope, parameter.getIndex() - 1);
            case AndExpression and -> and(and);
            case OrExpression or -> Operators.or(compileAll(List.of(or.getLeftExpression(), or.getRightExpression())));
            case NotExpression not -> not(not);
            case SignedExpression signed -> signed(signed);
            case ParenthesedExpressionList<?> list when list.size() == 1 -> compile(list.get(0));
            case ParenthesedExpressionList<?> list -> throw TypeErrors.unsupported("a row value " + list + " here");
            case Select select -> Subqueries.scalar(select, scope);
            case CaseExpression branches -> Conditionals.branches(branches, this);
            case CastExpression cast -> SpecialCalls.cast(cast, this);
            case Function function -> FunctionCalls.compile(function, this);
            case AnalyticExpression analytic -> FunctionCalls.compile(analytic, this);
            case TrimFunction trim -> SpecialCalls.trim(trim, this);
            case ExtractExpression extract -> SpecialCalls.extract(extract, this);
            case TimeKeyExpression key -> SessionValues.timeKey(key);
            case NextValExpression nextValue ->
                throw TypeErrors.unsupported(nextValue + ", other than nextval('NAME'),");
            case CollateExpression collate -> SpecialCalls.collate(collate, this);
            case TimezoneExpression timezone -> SpecialCalls.timezone(timezone, this);
            default -> throw refused(expression);
        };
    }

    /** Returns whether what looks like a column is none, or one of which only a part is meant. */
    public static boolean isKeyword(Column column) {
        return column.getArrayConstructor() != null
                || column.getOldOracleJoinSyntax() != 0
                || (column.getTable() == null
                        && (SessionValues.keyword(column.getColumnName()).isPresent()
                                || column.getColumnName().equalsIgnoreCase("default")));
    }

    /** Compiles an operand whose value is only passed on, or tested for null. */
    SqlExpression passedOn(Expression expression) {
        return expression instanceof Column column && !isKeyword(column) ? scope.passedOn(column) : compile(expression);
    }

    private SqlExpression column(Column column) {
        if (column.getArrayConstructor() != null) {
            throw TypeErrors.unsupported("the array subscript " + column);
        }
        if (column.getOldOracleJoinSyntax() != 0) {
            throw TypeErrors.unsupported("the outer join operator (+)");
        }
        if (column.getTable() == null) {
            Optional<SqlExpression> keyword = SessionValues.keyword(column.getColumnName());
            if (keyword.isPresent()) {
                return keyword.get();
            }
            if (column.getColumnName().equalsIgnoreCase("default")) {
                throw new StoreException("42601", "DEFAULT is not allowed in this context");
            }
        }
        return scope.column(column);
    }

    private SqlExpression and(AndExpression and) {
        if (and.isUseOperator()) {
            throw TypeErrors.unsupported("the operator &&");
        }
        return Operators.and(compileAll(List.of(and.getLeftExpression(), and.getRightExpression())));
    }

    /**
     * Compiles a signed expression. A negative number is a literal, because the least integer could not be written
     * otherwise.
     */
    private SqlExpression signed(SignedExpression signed) {
        boolean number = signed.getExpression() instanceof LongValue || signed.getExpression() instanceof DoubleValue;
        return signed.getSign() == '-' && number
                ? Literals.negative(signed.getExpression())
                : Operators.apply(String.valueOf(signed.getSign()), compile(signed.getExpression()));
    }

    private SqlExpression not(NotExpression not) {
        if (not.isExclamationMark()) {
            throw TypeErrors.unsupported("the operator !");
        }
        return Operators.not(compile(not.getExpression()));
    }

    /** Returns an exception that refuses the expression by the parser's name for it, for lack of a better one. */
    static StoreException refused(Expression expression) {
        String kind = expression.getClass().getSimpleName().replaceAll("([a-z])([A-Z])", "$1 $2");
        return TypeErrors.unsupported(Identifiers.lower(kind) + " " + expression);
    }
}

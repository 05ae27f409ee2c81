package moirai.sources.sql;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operation;
import moirai.directed.program.Operator;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.sql.tables.ColumnsIn;
import moirai.sources.sql.tables.Schema;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;

/** Translates conditions and expressions of SQL. Those without a counterpart become unknown and are reported. */
record Terms(Scope scope, SqlContext context, Constants constants, Schema schema, Diagnostics diagnostics) {

    /** Types to which different values may be cast as the same. */
    private static final Pattern FEWER = Pattern.compile("(?i)(date|time|smallint|n?char)\\b.*");

    private static final Pattern RANGE = Pattern.compile("(?i)[<>]|\\bBETWEEN\\b");

    Condition condition(net.sf.jsqlparser.expression.Expression sql) {
        return switch (sql) {
            case AndExpression and ->
                Condition.and(condition(and.getLeftExpression()), condition(and.getRightExpression()));
            case OrExpression or -> {
                if (isRange(or.getLeftExpression()) && isRange(or.getRightExpression())) {
                    denied(or, both(or.getLeftExpression(), or.getRightExpression()));
                }
                yield new Condition.Or(List.of(condition(or.getLeftExpression()), condition(or.getRightExpression())));
            }
            case ParenthesedExpressionList<?> list when list.size() == 1 -> condition(list.getFirst());
            case NotExpression not -> {
                if (!(not.getExpression() instanceof IsNullExpression)) {
                    denied(not, not.getExpression());
                }
                yield new Condition.Not(condition(not.getExpression()));
            }
            case ComparisonOperator comparison -> comparison(comparison);
            case Between between -> between(between);
            case InExpression in -> in(in);
            case IsNullExpression test -> {
                Condition isNull = new Condition.Compare(
                        expression(test.getLeftExpression()), Operator.EQUAL, constants.nothing(context.origin()));
                yield test.isNot() ? new Condition.Not(isNull) : isNull;
            }
            default -> unknown(sql);
        };
    }

    private Condition unknown(net.sf.jsqlparser.expression.Expression sql) {
        diagnostics.loss(
                context.origin(), "the condition " + sql + " has no counterpart", "taken for one that may hold or not");
        return new Condition.Compare(context.any("condition"), Operator.MORE, new Expression.Constant(0));
    }

    private Condition comparison(ComparisonOperator comparison) {
        String sign = comparison.getStringExpression().replace("!=", "<>").replace("==", "=");
        Optional<Operator> operator = Operator.of(sign);
        if (operator.isEmpty()) {
            return unknown(comparison);
        }
        if (comparison.getLeftExpression() instanceof JdbcNamedParameter
                && !(comparison.getRightExpression() instanceof Column)) {
            diagnostics.error(
                    context.origin(),
                    "the name of a column in " + comparison + " is computed",
                    "expected a name that stands in the source");
        }
        if (operator.get() == Operator.DIFFERENT) {
            denied(comparison, comparison);
        } else {
            denied(comparison, both(comparison.getLeftExpression(), comparison.getRightExpression()));
        }
        return compare(comparison, comparison.getLeftExpression(), operator.get(), comparison.getRightExpression());
    }

    /** Returns a comparison, which stands in a condition. Numbers are natural, and texts have no order. */
    private Condition compare(
            net.sf.jsqlparser.expression.Expression whole,
            net.sf.jsqlparser.expression.Expression left,
            Operator operator,
            net.sf.jsqlparser.expression.Expression right) {
        Sums.Compared sums = Sums.compared(expression(left), operator, expression(right));
        boolean isEquality = operator == Operator.EQUAL || operator == Operator.DIFFERENT;
        if (!isEquality && (isText(left) || isText(right))) {
            diagnostics.loss(context.origin(), "the order of texts in " + whole, "taken for that of any numbers");
            return open(sums);
        }
        if (sums.needsSign()) {
            diagnostics.loss(
                    context.origin(),
                    "a comparison with a negative number in " + whole,
                    "taken for one with any number");
            return open(sums);
        }
        return new Condition.Compare(sums.left(), operator, sums.right());
    }

    private Condition open(Sums.Compared sums) {
        Sums.Compared open = sums.open(context.any("limit"));
        return new Condition.Compare(open.left(), open.operator(), open.right());
    }

    private boolean isText(net.sf.jsqlparser.expression.Expression sql) {
        return sql instanceof StringValue
                || (sql instanceof Column column
                        && scope.table(column)
                                .filter(table -> Schema.field(table, column.getColumnName())
                                        .filter(field -> schema.isText(table, field))
                                        .isPresent())
                                .isPresent());
    }

    /**
     * Adds the opposite of a comparison. With NULL neither a comparison nor its opposite holds; with 0, which stands
     * for NULL, one of both does.
     */
    private void denied(
            net.sf.jsqlparser.expression.Expression whole, net.sf.jsqlparser.expression.Expression comparison) {
        denied(whole, ColumnsIn.of(comparison));
    }

    /** Returns the columns on both sides: some number of them always makes a side hold, as NULL does not. */
    private static List<Column> both(
            net.sf.jsqlparser.expression.Expression left, net.sf.jsqlparser.expression.Expression right) {
        Set<String> names =
                ColumnsIn.of(right).stream().map(Column::getColumnName).collect(Collectors.toSet());
        return ColumnsIn.of(left).stream()
                .filter(column -> names.contains(column.getColumnName()))
                .toList();
    }

    private static boolean isRange(net.sf.jsqlparser.expression.Expression condition) {
        return RANGE.matcher(condition.toString()).find();
    }

    private void denied(net.sf.jsqlparser.expression.Expression whole, List<Column> columns) {
        for (Column column : columns) {
            boolean isNullable = scope.table(column)
                    .flatMap(table -> Schema.field(table, column.getColumnName())
                            .filter(field -> schema.isNullable(table, field)))
                    .isPresent();
            if (isNullable) {
                diagnostics.loss(
                        context.origin(),
                        "column " + column + " may be NULL, of which " + whole + " does not hold",
                        "taken for 0, of which it may");
            }
        }
    }

    private Condition between(Between between) {
        if (between.isNot()) {
            denied(between, between);
        }
        Condition inside = Condition.and(
                compare(between, between.getLeftExpression(), Operator.AT_LEAST, between.getBetweenExpressionStart()),
                compare(between, between.getLeftExpression(), Operator.AT_MOST, between.getBetweenExpressionEnd()));
        return between.isNot() ? new Condition.Not(inside) : inside;
    }

    private Condition in(InExpression in) {
        if (!(in.getRightExpression() instanceof ExpressionList<?> list)) {
            return unknown(in);
        }
        if (in.isNot()) {
            denied(in, in);
        }
        List<Condition> cases = list.stream()
                .map(element -> compare(in, in.getLeftExpression(), Operator.EQUAL, element))
                .toList();
        Condition any = cases.size() == 1 ? cases.getFirst() : new Condition.Or(cases);
        return in.isNot() ? new Condition.Not(any) : any;
    }

    /** Returns an expression that is stored or compared; negative numbers do not exist. */
    Expression stored(net.sf.jsqlparser.expression.Expression sql) {
        Expression number = expression(sql);
        if (!Sums.isNegative(number)) {
            return number;
        }
        diagnostics.loss(context.origin(), "a negative number in " + sql, "taken for any number");
        return context.any("negative");
    }

    Expression expression(net.sf.jsqlparser.expression.Expression sql) {
        return switch (sql) {
            case Column column -> column(column);
            case JdbcParameter parameter -> context.bound(parameter.getIndex());
            case JdbcNamedParameter hole -> context.hole(hole.getName());
            case LongValue number -> constants.number(new BigDecimal(number.getBigIntegerValue()), context.origin());
            case DoubleValue number -> constants.number(BigDecimal.valueOf(number.getValue()), context.origin());
            case StringValue text -> constants.text(text.getValue(), context.origin());
            case BooleanValue truth -> new Expression.Constant(truth.getValue() ? 1 : 0);
            case NullValue nothing -> constants.nothing(context.origin());
            case CastExpression cast
            when cast.getColDataType() != null
                    && FEWER.matcher(cast.getColDataType().toString()).matches()
                    && !(cast.getLeftExpression() instanceof StringValue) -> any(cast);
            case CastExpression cast -> expression(cast.getLeftExpression());
            case ParenthesedExpressionList<?> list when list.size() == 1 -> expression(list.getFirst());
            case SignedExpression signed when signed.getSign() == '+' -> expression(signed.getExpression());
            case SignedExpression signed
            when signed.getSign() == '-' -> Sums.minus(new Expression.Constant(0), expression(signed.getExpression()));
            case BinaryExpression binary -> arithmetic(binary);
            default -> any(sql);
        };
    }

    private Expression column(Column column) {
        Optional<Expression> known = scope.expression(column);
        if (known.isPresent()) {
            return known.get();
        }
        String name = column.getColumnName().toUpperCase(Locale.ROOT);
        if (name.startsWith("CURRENT") || name.equals("TRUE") || name.equals("FALSE")) {
            return name.equals("TRUE")
                    ? new Expression.Constant(1)
                    : name.equals("FALSE") ? new Expression.Constant(0) : any(column);
        }
        diagnostics.error(
                context.origin(), "there is no column " + column, "expected one of the tables of the statement");
        return context.any("column");
    }

    private Expression arithmetic(BinaryExpression binary) {
        Optional<Operation> operation = Operation.of(binary.getStringExpression());
        if (operation.isEmpty()) {
            return any(binary);
        }
        Expression left = expression(binary.getLeftExpression());
        Expression right = expression(binary.getRightExpression());
        return switch (operation.get()) {
            case PLUS -> Sums.plus(left, right);
            case MINUS -> Sums.minus(left, right);
            case TIMES -> Sums.times(left, right);
        };
    }

    private Expression any(net.sf.jsqlparser.expression.Expression sql) {
        diagnostics.loss(context.origin(), "the expression " + sql + " has no counterpart", "taken for any number");
        return context.any("expression");
    }
}

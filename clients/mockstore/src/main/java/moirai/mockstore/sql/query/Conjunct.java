package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.ForeignExpression;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.compile.ArrayOperand;
import moirai.mockstore.sql.expression.compile.Equated;
import moirai.mockstore.sql.plan.ColumnReference;
import moirai.mockstore.sql.plan.Conditions;
import moirai.mockstore.sql.plan.Recheck;
import moirai.mockstore.sql.syntax.Parser;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.AnyType;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;

/**
 * A condition of several that must all be true.
 *
 * @param isJoin whether PostgreSQL may execute it as a join with the rows of a sub-query
 * @param equalities the values to which it restricts single columns
 * @param inequalities the bounds to which it restricts single columns
 * @param equations the pairs of values that it requires to be equal
 */
record Conjunct(
        SqlExpression condition,
        Usage usage,
        boolean isJoin,
        List<Equality> equalities,
        List<Inequality> inequalities,
        List<Equation> equations) {

    Conjunct {
        equalities = List.copyOf(equalities);
        inequalities = List.copyOf(inequalities);
        equations = List.copyOf(equations);
    }

    /**
     * A condition that a column must not be beyond a value.
     *
     * @param needs of the value
     * @param lower whether the column must not be below the value
     * @param inclusive whether the column may equal the value
     */
    record Inequality(int source, int column, SqlExpression value, Usage needs, boolean lower, boolean inclusive) {}

    /**
     * A condition that a column must equal one of some values.
     *
     * @param needs of the values
     */
    record Equality(int source, int column, List<SqlExpression> values, Usage needs) {

        Equality {
            values = List.copyOf(values);
        }
    }

    /**
     * A condition that two values are equal, each of which may need any number of sources.
     *
     * @param ofLeft what the left operand needs
     */
    record Equation(Equated operands, Usage ofLeft, Usage ofRight) {

        Equation turned() {
            var turned = new Equated(/* left= */ operands.right(), /* right= */ operands.left(), operands.type());
            return new Equation(turned, /* ofLeft= */ ofRight, /* ofRight= */ ofLeft);
        }
    }

    /** Returns the conjuncts of a condition. */
    static List<Conjunct> of(Expression condition, QueryScope scope) {
        var conjuncts = new ArrayList<Conjunct>();
        boolean isFalse = false;
        for (Expression part : split(condition)) {
            int failures = scope.environment().notes().impossible().size();
            QueryScope.Compiled compiled = scope.compileOrAsk(part);
            SqlExpression truth = Coercion.condition(compiled.expression(), "WHERE");
            // The texts of values that are equal may differ.
            boolean isOwn = !(compiled.expression() instanceof ForeignExpression);
            List<Expression> implied = isOwn ? implied(part) : List.of();
            conjuncts.add(new Conjunct(
                    truth,
                    compiled.usage(),
                    isJoin(part),
                    each(implied, one -> equalities(one, scope)),
                    each(implied, one -> inequalities(one, scope)),
                    each(implied, one -> equation(one, scope).stream().toList())));
            if (isFalse) {
                // PostgreSQL does not look at what follows.
                List<StoreException> impossible = scope.environment().notes().impossible();
                impossible.subList(failures, impossible.size()).clear();
            }
            isFalse |= truth instanceof Constant constant && constant.value().equals(false);
        }
        return conjuncts;
    }

    private static <T> List<T> each(List<Expression> parts, Function<Expression, List<T>> found) {
        return parts.stream().flatMap(part -> found.apply(part).stream()).toList();
    }

    /**
     * Returns the conditions that hold wherever a condition does: of {@code (a = b AND c > 0) OR (a = b AND c < 0)},
     * that is {@code a = b}.
     *
     * <p>The common ones of OR are equalities of columns and literals alone. Of {@code a <> 0 AND b = 1 / a}, the
     * second half may be evaluated only where the first one holds; and all parameters that JDBC numbers have the same
     * text.
     */
    private static List<Expression> implied(Expression part) {
        if (!(part instanceof OrExpression or)) {
            return List.of(part);
        }
        Set<String> others =
                common(or.getRightExpression()).map(Object::toString).collect(Collectors.toSet());
        return common(or.getLeftExpression())
                .filter(one -> others.contains(one.toString()))
                .toList();
    }

    private static Stream<Expression> common(Expression alternative) {
        return split(alternative).stream()
                .flatMap(one -> implied(one).stream())
                .filter(one -> one instanceof EqualsTo equals
                        && isPlain(equals.getLeftExpression())
                        && isPlain(equals.getRightExpression()));
    }

    private static boolean isPlain(Expression operand) {
        return switch (operand) {
            case ParenthesedExpressionList<?> list when list.size() == 1 -> isPlain(list.get(0));
            case Column column -> true;
            case LongValue number -> true;
            case StringValue text -> true;
            default -> false;
        };
    }

    /** Returns the two operands of an equality of values, each of which is found by the other. */
    private static Optional<Equation> equation(Expression part, QueryScope scope) {
        if (!(part instanceof EqualsTo equals)
                || !Equated.isValue(equals.getLeftExpression())
                || !Equated.isValue(equals.getRightExpression())) {
            return Optional.empty();
        }
        QueryScope.Compiled left = scope.compile(equals.getLeftExpression());
        QueryScope.Compiled right = scope.compile(equals.getRightExpression());
        boolean isConstant =
                left.usage().sources().isEmpty() && right.usage().sources().isEmpty();
        return isConstant || left.usage().isVolatile() || right.usage().isVolatile()
                ? Optional.empty()
                : Equated.of(left.expression(), right.expression())
                        .map(operands -> new Equation(operands, left.usage(), right.usage()));
    }

    private static boolean isJoin(Expression part) {
        return switch (part) {
            case NotExpression not -> not.getExpression() instanceof ExistsExpression;
            case ExistsExpression exists -> true;
            case InExpression in -> !in.isNot() && in.getRightExpression() instanceof Select;
            case BinaryExpression comparison ->
                comparison.getRightExpression() instanceof AnyComparisonExpression any
                        && any.getAnyType() != AnyType.ALL;
            default -> false;
        };
    }

    /**
     * Returns how conditions are checked again.
     *
     * @param refusal the reason why that is not possible; empty if it is
     */
    static Recheck recheck(List<Conjunct> conjuncts, String refusal) {
        var columns = new ArrayList<Recheck.Column>();
        for (Conjunct join : conjuncts.stream().filter(Conjunct::isJoin).toList()) {
            join.usage.sources().stream()
                    .forEach(source -> join.usage.columns(source).stream()
                            .forEach(column -> columns.add(new Recheck.Column(source, column))));
        }
        return new Recheck(
                conditions(conjuncts),
                conditions(
                        conjuncts.stream().filter(conjunct -> !conjunct.isJoin).toList()),
                columns,
                refusal);
    }

    /** Returns the conditions of conjuncts. */
    static Conditions conditions(List<Conjunct> conjuncts) {
        return new Conditions(conjuncts.stream().map(Conjunct::condition).toList());
    }

    private static List<Expression> split(Expression condition) {
        return switch (condition) {
            case AndExpression and -> {
                var parts = new ArrayList<>(split(and.getLeftExpression()));
                parts.addAll(split(and.getRightExpression()));
                yield parts;
            }
            case ParenthesedExpressionList<?> list when list.size() == 1 -> split(list.get(0));
            default -> List.of(condition);
        };
    }

    private static List<Equality> equalities(Expression part, QueryScope scope) {
        var found = new ArrayList<Equality>();
        switch (part) {
            case EqualsTo equals -> {
                equality(equals.getLeftExpression(), List.of(equals.getRightExpression()), scope)
                        .ifPresent(found::add);
                equality(equals.getRightExpression(), List.of(equals.getLeftExpression()), scope)
                        .ifPresent(found::add);
                anyOf(equals, scope).ifPresent(found::add);
            }
            case InExpression in
            when !in.isNot()
                    && in.getRightExpression() instanceof ParenthesedExpressionList<?> list
                    && !(Parser.withoutParentheses(list) instanceof Select) ->
                equality(in.getLeftExpression(), List.copyOf(list), scope).ifPresent(found::add);
            default -> {
                // It says nothing about a single column that would help to find rows.
            }
        }
        return found;
    }

    /** Returns what {@code column = ANY(?)} says: its single value is an array. */
    private static Optional<Equality> anyOf(EqualsTo equals, QueryScope scope) {
        Expression right = equals.getRightExpression();
        if (!ArrayOperand.isQuantified(right) || ArrayOperand.isAll(right)) {
            return Optional.empty();
        }
        return column(equals.getLeftExpression(), scope)
                .flatMap(column -> ArrayOperand.of("=", column, right, scope)
                        .map(array -> new Equality(column.source(), column.column(), List.of(array), new Usage())));
    }

    private static List<Inequality> inequalities(Expression part, QueryScope scope) {
        var found = new ArrayList<Inequality>();
        switch (part) {
            case GreaterThan than -> both(than, new Direction(true, false), scope, found);
            case GreaterThanEquals than -> both(than, new Direction(true, true), scope, found);
            case MinorThan than -> both(than, new Direction(false, false), scope, found);
            case MinorThanEquals than -> both(than, new Direction(false, true), scope, found);
            case Between between
            when !between.isNot() && !between.isUsingSymmetric() -> {
                Expression column = between.getLeftExpression();
                one(column, between.getBetweenExpressionStart(), new Direction(true, true), scope)
                        .ifPresent(found::add);
                one(column, between.getBetweenExpressionEnd(), new Direction(false, true), scope)
                        .ifPresent(found::add);
            }
            default -> {
                // It says nothing about a single column that would help to find rows.
            }
        }
        return found;
    }

    private record Direction(boolean lower, boolean inclusive) {

        Direction turned() {
            return new Direction(!lower, inclusive);
        }
    }

    private static void both(
            BinaryExpression comparison, Direction direction, QueryScope scope, List<Inequality> found) {
        Expression left = comparison.getLeftExpression();
        Expression right = comparison.getRightExpression();
        one(left, right, direction, scope).ifPresent(found::add);
        one(right, left, direction.turned(), scope).ifPresent(found::add);
    }

    private static Optional<Inequality> one(Expression side, Expression other, Direction direction, QueryScope scope) {
        return equality(side, List.of(other), scope)
                .map(equality -> new Inequality(
                        equality.source(),
                        equality.column(),
                        equality.values().getFirst(),
                        equality.needs(),
                        direction.lower,
                        direction.inclusive));
    }

    private static Optional<Equality> equality(Expression side, List<? extends Expression> others, QueryScope scope) {
        Optional<ColumnReference> column = column(side, scope);
        if (column.isEmpty()) {
            return Optional.empty();
        }
        var values = new ArrayList<SqlExpression>();
        var needs = new Usage();
        for (Expression other : others) {
            if (isQuantified(other)) {
                return Optional.empty();
            }
            QueryScope.Compiled compiled = scope.compile(other);
            values.add(compiled.expression());
            needs.add(compiled.usage());
        }
        return Optional.of(new Equality(column.get().source(), column.get().column(), values, needs));
    }

    private static Optional<ColumnReference> column(Expression side, QueryScope scope) {
        Expression bare = side;
        while (bare instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            bare = list.get(0);
        }
        return bare instanceof Column name ? scope.find(name) : Optional.empty();
    }

    /** Returns whether the expression is {@code ANY(query)} or {@code ANY(array)}, and not a value. */
    private static boolean isQuantified(Expression expression) {
        return expression instanceof AnyComparisonExpression || ArrayOperand.isQuantified(expression);
    }
}

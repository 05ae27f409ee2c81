package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.Doomed;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.Scope;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.function.Functions;
import moirai.mockstore.sql.expression.function.Signature;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.AnyType;
import net.sf.jsqlparser.expression.ArrayConstructor;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.RowConstructor;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.select.Select;

/** Compiles comparisons of values and of rows, with each other, with lists and with sub-queries. */
record Memberships(ExpressionCompiler compiler) {

    /** Two operands that an operator accepts, and the operator. */
    record Operands(SqlExpression left, SqlExpression right, Signature operator) {

        static Operands of(String name, SqlExpression left, SqlExpression right) {
            Signature operator = Functions.operator(name, List.of(left.type(), right.type()));
            return new Operands(
                    Coercion.to(left, operator.parameters().get(0)),
                    Coercion.to(right, operator.parameters().get(1)),
                    operator);
        }

        /** Applies the operator to values of the two operands; the result is null if a value is. */
        Object compare(Object first, Object second) {
            return first == SqlNull.NULL || second == SqlNull.NULL
                    ? SqlNull.NULL
                    : operator.body().apply(new Object[] {first, second});
        }
    }

    Operands operands(String name, Expression left, Expression right) {
        if (isRow(left) || isRow(right)) {
            throw TypeErrors.unsupported("IS DISTINCT FROM between rows");
        }
        return Operands.of(name, compiler.compile(left), compiler.compile(right));
    }

    SqlExpression comparison(ComparisonOperator comparison) {
        String name = switch (comparison.getStringExpression()) {
            case "=", "<", "<=", ">", ">=" -> comparison.getStringExpression();
            case "<>", "!=" -> "<>";
            default -> throw TypeErrors.unsupported("the operator " + comparison.getStringExpression());
        };
        Expression left = comparison.getLeftExpression();
        Expression right = comparison.getRightExpression();
        if (right instanceof AnyComparisonExpression any) {
            return quantified(name, rowOf(left), any);
        }
        if (ArrayOperand.isQuantified(right)) {
            return againstArray(name, left, (net.sf.jsqlparser.expression.Function) right);
        }
        if (!isRow(left) && !isRow(right)) {
            return Operators.apply(name, compiler.compile(left), compiler.compile(right));
        }
        if (right instanceof Select select) {
            return againstOneRow(name, rowOf(left), select);
        }
        return RowComparisons.compare(name, rowOf(left), rowOf(right));
    }

    private SqlExpression againstArray(String name, Expression left, net.sf.jsqlparser.expression.Function quantified) {
        boolean all = ArrayOperand.isAll(quantified);
        if (isRow(left)) {
            throw TypeErrors.unsupported("a row beside " + quantified);
        }
        SqlExpression operand = compiler.compile(left);
        if (quantified.getParameters().get(0) instanceof ArrayConstructor array
                && array.isArrayKeyword()
                && array.getDataType() == null) {
            return list(name, operand, new ArrayList<>(array.getExpressions()), all);
        }
        return ArrayOperand.of(name, operand, quantified, compiler.scope())
                .orElseThrow(() -> TypeErrors.unsupported("an array in " + quantified))
                .compared(name, operand, all);
    }

    SqlExpression in(InExpression in) {
        if (in.isGlobal()) {
            throw TypeErrors.unsupported("GLOBAL IN");
        }
        Expression left = in.getLeftExpression();
        Expression inner = Parser.withoutParentheses(in.getRightExpression());
        SqlExpression member = switch (inner instanceof Select ? inner : in.getRightExpression()) {
            case Select select -> {
                List<SqlExpression> sought = rowOf(left);
                // A constant that has no value is found when the statement is planned, whatever the query returns.
                sought.stream()
                        .filter(Doomed.class::isInstance)
                        .findFirst()
                        .ifPresent(doomed -> compiler.scope().impossible(((Doomed) doomed).failure()));
                yield inQuery(sought, select);
            }
            case ParenthesedExpressionList<?> list when isRow(left) -> inRows(rowOf(left), list);
            case ParenthesedExpressionList<?> list -> list("=", compiler.compile(left), new ArrayList<>(list), false);
            default -> throw TypeErrors.unsupported("IN " + in.getRightExpression() + ", without a list,");
        };
        return Operators.negatedIf(in.isNot(), member);
    }

    private SqlExpression inRows(List<SqlExpression> left, ParenthesedExpressionList<?> rows) {
        List<SqlExpression> tests = new ArrayList<>();
        for (Expression row : rows) {
            tests.add(RowComparisons.compare("=", left, rowOf(row)));
        }
        return Operators.or(tests);
    }

    /**
     * Returns a comparison with each element of a list, from the left until the outcome is known. Elements without
     * columns form a single array in PostgreSQL, and so take the common type of themselves and the operand, if there is
     * one.
     */
    private SqlExpression list(String name, SqlExpression operand, List<Expression> elements, boolean all) {
        List<SqlExpression> compiled = new ArrayList<>();
        List<Integer> plain = new ArrayList<>();
        for (Expression element : elements) {
            var watched = new WatchedScope(compiler.scope());
            compiled.add(new ExpressionCompiler(watched).compile(element));
            if (!watched.hasColumns()) {
                plain.add(compiled.size() - 1);
            }
        }
        if (plain.size() > 1) {
            convertTogether(operand, compiled, plain);
        }
        List<Operands> operands = compiled.stream()
                .map(element -> Operands.of(name, operand, element))
                .toList();
        List<SqlExpression> parts = operands.stream()
                .flatMap(each -> Stream.of(each.left(), each.right()))
                .toList();
        return Folding.fold(parts, SqlType.BOOLEAN, frame -> {
            boolean unknown = false;
            for (Operands each : operands) {
                Object outcome =
                        each.compare(each.left().evaluate(frame), each.right().evaluate(frame));
                if (outcome == SqlNull.NULL) {
                    unknown = true;
                } else if ((Boolean) outcome != all) {
                    return !all;
                }
            }
            return unknown ? SqlNull.NULL : (Object) all;
        });
    }

    private static void convertTogether(SqlExpression operand, List<SqlExpression> elements, List<Integer> plain) {
        List<SqlType> types = new ArrayList<>(List.of(operand.type()));
        plain.forEach(at -> types.add(elements.get(at).type()));
        boolean oneCategory = types.stream()
                        .filter(type -> type != SqlType.UNKNOWN)
                        .map(Casts::category)
                        .distinct()
                        .count()
                <= 1;
        if (oneCategory) {
            SqlType common = Coercion.common(types, "IN");
            if (plain.stream().allMatch(at -> Casts.isImplicit(elements.get(at).type(), common))) {
                plain.forEach(at -> elements.set(at, Coercion.to(elements.get(at), common)));
            }
        }
    }

    private SqlExpression inQuery(List<SqlExpression> left, Select select) {
        return againstRows("=", left, select, false);
    }

    private SqlExpression quantified(String name, List<SqlExpression> left, AnyComparisonExpression any) {
        if (any.getSelect() == null) {
            throw TypeErrors.unsupported(any.toString());
        }
        return againstRows(name, left, any.getSelect(), any.getAnyType() == AnyType.ALL);
    }

    /** Returns a comparison with the rows of a query, which are read until one decides the outcome. */
    private SqlExpression againstRows(String name, List<SqlExpression> left, Select select, boolean all) {
        Scope.Subquery query = compiler.scope().subquery(select);
        RowComparisons.Comparison comparison = comparison(name, left, query);
        boolean isNone = name.equals("<>") && all;
        if ((name.equals("=") && !all) || isNone) {
            Optional<SqlExpression> hashed = RowComparisons.anyEqual(left, typesOf(query), query);
            if (hashed.isPresent()) {
                return Operators.negatedIf(isNone, hashed.get());
            }
        }
        return new Computed(SqlType.BOOLEAN, frame -> {
            boolean unknown = false;
            Function<List<Object>, Object> test = null;
            for (List<Object> row : query.rows(frame)) {
                // The operands are not read if the query has no rows.
                test = test == null ? comparison.of(frame) : test;
                Object outcome = test.apply(row);
                if (outcome == SqlNull.NULL) {
                    unknown = true;
                } else if ((Boolean) outcome != all) {
                    return !all;
                }
            }
            return unknown ? SqlNull.NULL : (Object) all;
        });
    }

    private SqlExpression againstOneRow(String name, List<SqlExpression> left, Select select) {
        Scope.Subquery query = compiler.scope().subquery(select);
        RowComparisons.Comparison comparison = comparison(name, left, query);
        return new Computed(
                SqlType.BOOLEAN,
                frame -> Subqueries.onlyRow(query, frame)
                        .map(row -> comparison.of(frame).apply(row))
                        .orElse(SqlNull.NULL));
    }

    private static RowComparisons.Comparison comparison(String name, List<SqlExpression> left, Scope.Subquery query) {
        int columns = query.types().size();
        if (columns != left.size()) {
            throw new StoreException(
                    "42601", "subquery has too " + (columns < left.size() ? "few" : "many") + " columns");
        }
        return RowComparisons.comparison(name, left, typesOf(query));
    }

    private static List<SqlType> typesOf(Scope.Subquery query) {
        return IntStream.range(0, query.types().size())
                .mapToObj(column -> Subqueries.typeOf(query, column))
                .toList();
    }

    static boolean isRow(Expression expression) {
        return expression instanceof RowConstructor
                || (expression instanceof ParenthesedExpressionList<?> list && list.size() > 1)
                || (expression instanceof net.sf.jsqlparser.expression.Function function
                        && function.getName().equalsIgnoreCase("row"));
    }

    /** Returns the fields of a row; a single value is a row of one field. */
    private List<SqlExpression> rowOf(Expression expression) {
        if (!isRow(expression)) {
            return List.of(compiler.compile(expression));
        }
        if (expression instanceof net.sf.jsqlparser.expression.Function function) {
            return function.getParameters() == null ? List.of() : compiler.compileAll(function.getParameters());
        }
        return compiler.compileAll((ParenthesedExpressionList<?>) expression);
    }
}

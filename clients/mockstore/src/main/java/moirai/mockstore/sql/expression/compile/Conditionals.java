package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.function.Functions;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.WhenClause;

/** Compiles CASE, COALESCE, NULLIF, GREATEST and LEAST, which do not evaluate operands that are not needed. */
final class Conditionals {

    private Conditionals() {}

    static SqlExpression branches(CaseExpression branches, ExpressionCompiler compiler) {
        List<SqlExpression> conditions = new ArrayList<>();
        List<SqlExpression> given = new ArrayList<>();
        SqlExpression otherwise =
                branches.getElseExpression() == null ? Constant.NULL : compiler.compile(branches.getElseExpression());
        // A literal after CASE is text in all its comparisons.
        for (WhenClause when : branches.getWhenClauses()) {
            SqlExpression test = compiler.compile(when.getWhenExpression());
            conditions.add(
                    branches.getSwitchExpression() == null
                            ? Coercion.condition(test, "CASE/WHEN")
                            : Operators.apply(
                                    "=", Coercion.output(compiler.compile(branches.getSwitchExpression())), test));
            given.add(compiler.compile(when.getThenExpression()));
        }
        List<SqlType> types = new ArrayList<>(List.of(otherwise.type()));
        given.forEach(result -> types.add(result.type()));
        SqlType type = Coercion.common(types, "CASE");
        List<SqlExpression> results =
                given.stream().map(result -> Coercion.to(result, type)).toList();
        return choice(conditions, results, Coercion.to(otherwise, type));
    }

    /** Returns the result of the first condition that is true. Branches that constants rule out are left out. */
    private static SqlExpression choice(
            List<SqlExpression> conditions, List<SqlExpression> results, SqlExpression otherwise) {
        List<SqlExpression> possible = new ArrayList<>();
        SqlExpression last = otherwise;
        for (int at = 0; at < results.size(); at++) {
            if (conditions.get(at) instanceof Constant constant) {
                if (Coercion.isTrue(constant.value())) {
                    last = results.get(at);
                    break;
                }
            } else {
                possible.add(conditions.get(at));
                possible.add(results.get(at));
            }
        }
        if (possible.isEmpty()) {
            return last;
        }
        List<SqlExpression> parts = new ArrayList<>(possible);
        parts.add(last);
        return Folding.fold(parts, otherwise.type(), frame -> {
            for (int at = 0; at + 1 < parts.size(); at += 2) {
                if (Coercion.isTrue(parts.get(at).evaluate(frame))) {
                    return parts.get(at + 1).evaluate(frame);
                }
            }
            return parts.get(parts.size() - 1).evaluate(frame);
        });
    }

    static SqlExpression coalesce(List<SqlExpression> given) {
        List<SqlExpression> values = new ArrayList<>();
        SqlType type = SqlType.TEXT;
        for (SqlExpression value : together(given, "COALESCE")) {
            type = value.type();
            if (!Folding.isNull(value)) {
                values.add(value);
            }
            if (value instanceof Constant && !Folding.isNull(value)) {
                break;
            }
        }
        return Folding.fold(values, type, frame -> {
            for (SqlExpression value : values) {
                Object found = value.evaluate(frame);
                if (found != SqlNull.NULL) {
                    return found;
                }
            }
            return SqlNull.NULL;
        });
    }

    /** Returns NULLIF: the first operand, converted as the comparison requires. */
    static SqlExpression nullIf(SqlExpression left, SqlExpression right) {
        Memberships.Operands operands = Memberships.Operands.of("=", left, right);
        return Folding.fold(
                List.of(operands.left(), operands.right()), operands.left().type(), frame -> {
                    Object first = operands.left().evaluate(frame);
                    return Coercion.isTrue(
                                    operands.compare(first, operands.right().evaluate(frame)))
                            ? SqlNull.NULL
                            : first;
                });
    }

    /** Returns the greatest or least of the operands that are not null. */
    static SqlExpression extreme(List<SqlExpression> given, boolean greatest) {
        List<SqlExpression> values = together(given, greatest ? "GREATEST" : "LEAST");
        SqlType type = values.get(0).type();
        Functions.operator("<", List.of(type, type));
        BinaryOperator<Object> better = SqlOrder.extreme(type, greatest);
        return Folding.fold(values, type, frame -> {
            Object best = SqlNull.NULL;
            for (SqlExpression value : values) {
                Object found = value.evaluate(frame);
                if (found != SqlNull.NULL) {
                    best = best == SqlNull.NULL ? found : better.apply(best, found);
                }
            }
            return best;
        });
    }

    private static List<SqlExpression> together(List<SqlExpression> given, String construct) {
        if (given.isEmpty()) {
            throw new moirai.mockstore.StoreException("42601", construct + " needs an argument");
        }
        SqlType type = Coercion.common(given.stream().map(SqlExpression::type).toList(), construct);
        return given.stream().map(value -> Coercion.to(value, type)).toList();
    }
}

package moirai.mockstore.sql.expression.compile;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.Parameter;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsDistinctExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.IsUnknownExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.SupportsOldOracleJoinSyntax;
import net.sf.jsqlparser.statement.select.Select;

/** Compiles comparisons and the other predicates of SQL. */
record Predicates(ExpressionCompiler compiler) {

    static boolean isPredicate(Expression expression) {
        return expression instanceof SupportsOldOracleJoinSyntax
                || expression instanceof ExistsExpression
                || expression instanceof ComparisonOperator;
    }

    SqlExpression compile(Expression expression) {
        if (expression instanceof SupportsOldOracleJoinSyntax join
                && (join.getOldOracleJoinSyntax() != 0 || join.getOraclePriorPosition() != 0)) {
            throw TypeErrors.unsupported("Oracle's join syntax in " + expression);
        }
        return switch (expression) {
            case IsNullExpression test ->
                isNull(
                        Parameter.leftOpen(compiler.passedOn(test.getLeftExpression())),
                        test.isNot() || test.isUseNotNull());
            case IsBooleanExpression test -> isBoolean(test);
            case IsUnknownExpression test -> isUnknown(test);
            case IsDistinctExpression test ->
                isDistinct(test.getLeftExpression(), test.getRightExpression(), test.isNot());
            case Between test -> between(test);
            case InExpression in -> new Memberships(compiler).in(in);
            case LikeExpression like -> like(like);
            case ExistsExpression exists -> exists(exists);
            case ComparisonOperator comparison -> new Memberships(compiler).comparison(comparison);
            default -> throw ExpressionCompiler.refused(expression);
        };
    }

    private static SqlExpression isNull(SqlExpression operand, boolean negated) {
        return Folding.fold(
                List.of(operand), SqlType.BOOLEAN, frame -> (operand.evaluate(frame) == SqlNull.NULL) != negated);
    }

    private SqlExpression isBoolean(IsBooleanExpression test) {
        String place = "IS " + (test.isNot() ? "NOT " : "") + (test.isTrue() ? "TRUE" : "FALSE");
        SqlExpression operand = Coercion.condition(compiler.compile(test.getLeftExpression()), place);
        Object wanted = test.isTrue();
        boolean negated = test.isNot();
        return Folding.fold(
                List.of(operand), SqlType.BOOLEAN, frame -> wanted.equals(operand.evaluate(frame)) != negated);
    }

    private SqlExpression isUnknown(IsUnknownExpression test) {
        String place = "IS " + (test.isNot() ? "NOT " : "") + "UNKNOWN";
        SqlExpression operand = Coercion.condition(compiler.compile(test.getLeftExpression()), place);
        return isNull(operand, test.isNot());
    }

    private SqlExpression isDistinct(Expression left, Expression right, boolean negated) {
        if (left instanceof NullValue || right instanceof NullValue) {
            Expression other = right instanceof NullValue ? left : right;
            return isNull(Parameter.leftOpen(compiler.passedOn(other)), !negated);
        }
        Memberships.Operands operands = new Memberships(compiler).operands("=", left, right);
        return Folding.fold(List.of(operands.left(), operands.right()), SqlType.BOOLEAN, frame -> {
            Object first = operands.left().evaluate(frame);
            Object second = operands.right().evaluate(frame);
            boolean anyNull = first == SqlNull.NULL || second == SqlNull.NULL;
            boolean same = anyNull ? first.equals(second) : Coercion.isTrue(operands.compare(first, second));
            return same == negated;
        });
    }

    private SqlExpression between(Between test) {
        SqlExpression operand = compiler.compile(test.getLeftExpression());
        SqlExpression start = compiler.compile(test.getBetweenExpressionStart());
        SqlExpression end = compiler.compile(test.getBetweenExpressionEnd());
        SqlExpression inside = range(operand, start, end);
        if (test.isUsingSymmetric()) {
            inside = Operators.or(List.of(inside, range(operand, end, start)));
        }
        return Operators.negatedIf(test.isNot(), inside);
    }

    private static SqlExpression range(SqlExpression operand, SqlExpression start, SqlExpression end) {
        return Operators.and(List.of(Operators.apply(">=", operand, start), Operators.apply("<=", operand, end)));
    }

    private SqlExpression like(LikeExpression like) {
        String operator = switch (like.getLikeKeyWord()) {
            case LIKE -> "~~";
            case ILIKE -> "~~*";
            default ->
                throw TypeErrors.unsupported(like.getLikeKeyWord().toString().replace('_', ' '));
        };
        if (like.isUseBinary()) {
            throw TypeErrors.unsupported("LIKE BINARY");
        }
        if (like.getLikeKeyWord() == LikeExpression.KeyWord.ILIKE) {
            SpecialCalls.requireDefaultCollation("ILIKE", List.of(like.getLeftExpression(), like.getRightExpression()));
        }
        SqlExpression text = compiler.compile(like.getLeftExpression());
        SqlExpression pattern = compiler.compile(like.getRightExpression());
        SqlExpression matches = Operators.apply(operator, text, pattern);
        if (like.getEscape() != null) {
            matches = Operators.apply(operator, text, pattern, compiler.compile(like.getEscape()));
        }
        return Operators.negatedIf(like.isNot(), matches);
    }

    private SqlExpression exists(ExistsExpression exists) {
        if (exists.getRightExpression() instanceof Select select) {
            return Operators.negatedIf(exists.isNot(), Subqueries.exists(select, compiler.scope()));
        }
        throw new StoreException("42601", "EXISTS needs a sub-query, not " + exists.getRightExpression());
    }
}

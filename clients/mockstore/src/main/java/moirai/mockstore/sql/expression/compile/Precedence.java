package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseAnd;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseLeftShift;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseOr;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseRightShift;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseXor;
import net.sf.jsqlparser.expression.operators.arithmetic.Concat;
import net.sf.jsqlparser.expression.operators.arithmetic.Division;
import net.sf.jsqlparser.expression.operators.arithmetic.Modulo;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.relational.Intersects;

/**
 * Regroups a chain of operators by PostgreSQL's precedence.
 *
 * <p>The parser groups {@code 'a' || 1 + 2} as {@code ('a' || 1) + 2} and {@code 1 << 2 + 3} as {@code (1 << 2) + 3};
 * by PostgreSQL's manual, section 4.1.6, {@code +} binds tighter than any operator that the table of precedence does
 * not list. Parentheses are nodes of their own in the parser's tree, so a chain without them can be flattened and
 * grouped again: (1) the tree's leaves and operators in their order; (2) precedence climbing, all operators
 * left-associative. O(operators × levels).
 */
final class Precedence {

    private static final Map<Class<?>, Operator> OPERATORS = Map.ofEntries(
            Map.entry(BitwiseXor.class, new Operator("^", 4)),
            Map.entry(Multiplication.class, new Operator("*", 3)),
            Map.entry(Division.class, new Operator("/", 3)),
            Map.entry(Modulo.class, new Operator("%", 3)),
            Map.entry(Addition.class, new Operator("+", 2)),
            Map.entry(Subtraction.class, new Operator("-", 2)),
            Map.entry(Concat.class, new Operator("||", 1)),
            Map.entry(BitwiseAnd.class, new Operator("&", 1)),
            Map.entry(BitwiseOr.class, new Operator("|", 1)),
            Map.entry(Intersects.class, new Operator("#", 1)),
            Map.entry(BitwiseLeftShift.class, new Operator("<<", 1)),
            Map.entry(BitwiseRightShift.class, new Operator(">>", 1)));

    private final List<Expression> operands = new ArrayList<>();
    private final List<Operator> operators = new ArrayList<>();
    private final ExpressionCompiler compiler;
    private int next;

    private Precedence(ExpressionCompiler compiler) {
        this.compiler = compiler;
    }

    /** An infix operator; a higher level binds tighter. */
    private record Operator(String name, int level) {}

    /** Returns whether the expression is an operator of those that have to be regrouped. */
    static boolean isChain(Expression expression) {
        return OPERATORS.containsKey(expression.getClass());
    }

    static SqlExpression compile(Expression chain, ExpressionCompiler compiler) {
        var precedence = new Precedence(compiler);
        precedence.flatten(chain);
        return precedence.group(1);
    }

    private void flatten(Expression expression) {
        Operator operator = OPERATORS.get(expression.getClass());
        if (operator != null && expression instanceof BinaryExpression binary) {
            flatten(binary.getLeftExpression());
            operators.add(operator);
            flatten(binary.getRightExpression());
            return;
        }
        if (expression instanceof SignedExpression signed && signed.getSign() == '~') {
            throw TypeErrors.unsupported("the operator ~ beside another one, without parentheses,");
        }
        operands.add(expression);
    }

    private SqlExpression group(int level) {
        SqlExpression left = compiler.compile(operands.get(next));
        while (next < operators.size() && operators.get(next).level() >= level) {
            Operator operator = operators.get(next++);
            left = Operators.apply(operator.name(), left, group(operator.level() + 1));
        }
        return left;
    }
}

package moirai.mockstore.sql.expression.compile;

import java.util.Optional;
import java.util.Set;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.select.Select;

/**
 * Two operands of {@code =}, converted as the operator needs them. The operands are equal exactly if their values have
 * the same {@linkplain SqlOrder#comparable key}.
 *
 * @param type that gives both keys
 */
public record Equated(SqlExpression left, SqlExpression right, SqlType type) {

    private static final Set<SqlType> INTEGERS = Set.of(SqlType.SMALLINT, SqlType.INTEGER, SqlType.BIGINT);
    private static final Set<SqlType> FLOATS = Set.of(SqlType.REAL, SqlType.DOUBLE);

    /** Returns whether an operand is a single value that needs no query. */
    public static boolean isValue(Expression operand) {
        return !Memberships.isRow(operand)
                && !(operand instanceof Select)
                && !(operand instanceof AnyComparisonExpression)
                && !ArrayOperand.isQuantified(operand);
    }

    /** Returns the operands of {@code left = right}; empty if equal values may have different keys. */
    public static Optional<Equated> of(SqlExpression left, SqlExpression right) {
        Memberships.Operands operands = Memberships.Operands.of("=", left, right);
        SqlType one = operands.operator().parameters().get(0);
        SqlType other = operands.operator().parameters().get(1);
        return isHashed(one, other)
                ? Optional.of(new Equated(operands.left(), operands.right(), one))
                : Optional.empty();
    }

    /** Returns whether values of two types are equal exactly if they have the same key. */
    static boolean isHashed(SqlType one, SqlType other) {
        return one == other
                || (INTEGERS.contains(one) && INTEGERS.contains(other))
                || (FLOATS.contains(one) && FLOATS.contains(other));
    }
}

package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/** The six comparisons of each type with itself, and of the kinds of integers and floats with each other. */
final class Comparisons {

    private static final Map<String, IntPredicate> OPERATORS = Map.of(
            "=", order -> order == 0,
            "<>", order -> order != 0,
            "<", order -> order < 0,
            "<=", order -> order <= 0,
            ">", order -> order > 0,
            ">=", order -> order >= 0);

    /** The types of comparable values; a varchar is compared as a text. */
    private static final Set<SqlType> TYPES = EnumSet.complementOf(EnumSet.of(VARCHAR, UNKNOWN));

    /** The groups of types that are compared with each other without conversion to a common type. */
    private static final List<List<SqlType>> MIXED = List.of(List.of(SMALLINT, INTEGER, BIGINT), List.of(REAL, DOUBLE));

    private Comparisons() {}

    static void define(Functions functions) {
        OPERATORS.forEach((name, accepts) -> {
            TYPES.forEach(type -> functions.add(
                    name,
                    BOOLEAN,
                    type,
                    type,
                    (Object left, Object right) -> accepts.test(SqlOrder.compare(left, right, type))));
            for (List<SqlType> family : MIXED) {
                family.forEach(left -> family.stream()
                        .filter(right -> right != left)
                        .forEach(right -> functions.add(
                                name,
                                BOOLEAN,
                                left,
                                right,
                                (Object first, Object second) -> accepts.test(SqlOrder.compare(first, second)))));
            }
        });
    }
}

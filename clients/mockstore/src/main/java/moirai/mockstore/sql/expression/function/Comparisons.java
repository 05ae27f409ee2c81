package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.util.List;
import java.util.Map;
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

    private static final List<SqlType> TYPES = List.of(
            BOOLEAN,
            SMALLINT,
            INTEGER,
            BIGINT,
            NUMERIC,
            REAL,
            DOUBLE,
            TEXT,
            CHAR,
            DATE,
            TIME,
            TIMESTAMP,
            TIMESTAMPTZ,
            INTERVAL,
            UUID,
            BYTEA);

    /** The groups of types that are compared with each other without conversion to a common type. */
    private static final List<List<SqlType>> MIXED = List.of(List.of(SMALLINT, INTEGER, BIGINT), List.of(REAL, DOUBLE));

    private Comparisons() {}

    static void define(Catalog catalog) {
        OPERATORS.forEach((name, accepts) -> {
            Signature.Body body = arguments -> accepts.test(SqlOrder.compare(arguments[0], arguments[1]));
            Signature.Body padded = arguments ->
                    accepts.test(SqlOrder.compare(SqlOrder.key(arguments[0], CHAR), SqlOrder.key(arguments[1], CHAR)));
            TYPES.forEach(type -> catalog.add(name, BOOLEAN, type == CHAR ? padded : body, type, type));
            for (List<SqlType> family : MIXED) {
                family.forEach(left -> family.stream()
                        .filter(right -> right != left)
                        .forEach(right -> catalog.add(name, BOOLEAN, body, left, right)));
            }
        });
    }
}

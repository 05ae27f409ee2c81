package moirai.mockstore.sql.expression.aggregate;

import static moirai.mockstore.sql.types.SqlType.*;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/**
 * The aggregates by their names. All except {@code count(*)} ignore nulls; without rows, all except count are null.
 */
public final class Aggregates {

    private static final Map<String, Aggregate> ALL = Map.of(
            "count", new Count(),
            "sum", new Plain("sum", Aggregates::sumType, Totals::sum),
            "avg", new Plain("avg", Aggregates::averageType, Totals::average),
            "min", new Plain("min", Aggregates::extremeType, (type, result) -> extreme(type, result, false)),
            "max", new Plain("max", Aggregates::extremeType, (type, result) -> extreme(type, result, true)),
            "bool_and", new Plain("bool_and", Aggregates::truthType, (type, result) -> truth(type, false)),
            "every", new Plain("every", Aggregates::truthType, (type, result) -> truth(type, false)),
            "bool_or", new Plain("bool_or", Aggregates::truthType, (type, result) -> truth(type, true)),
            "string_agg", new StringAggregate());

    private Aggregates() {}

    public static boolean isAggregate(String name) {
        return ALL.containsKey(name);
    }

    /** Returns the aggregate of this name, which must exist. */
    public static Aggregate named(String name) {
        Aggregate aggregate = ALL.get(name);
        if (aggregate == null) {
            throw new IllegalArgumentException(name + " is not an aggregate");
        }
        return aggregate;
    }

    /** Returns the names in alphabetical order. */
    public static Collection<String> names() {
        return ALL.keySet().stream().sorted().toList();
    }

    static StoreException noSuch(String name, List<SqlType> arguments) {
        return new StoreException(
                "42883",
                "function "
                        + arguments.stream().map(SqlType::sqlName).collect(Collectors.joining(", ", name + "(", ")"))
                        + " does not exist");
    }

    /** Returns the type of a sum; UNKNOWN if there is no sum of such an argument. */
    private static SqlType sumType(SqlType argument) {
        return switch (argument) {
            case SMALLINT, INTEGER -> BIGINT;
            case BIGINT, NUMERIC -> NUMERIC;
            case REAL -> REAL;
            case DOUBLE -> DOUBLE;
            case INTERVAL -> INTERVAL;
            case BOOLEAN, TEXT, VARCHAR, CHAR, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID, BYTEA, UNKNOWN -> UNKNOWN;
        };
    }

    private static SqlType averageType(SqlType argument) {
        return switch (argument) {
            case SMALLINT, INTEGER, BIGINT, NUMERIC -> NUMERIC;
            case REAL, DOUBLE -> DOUBLE;
            case BOOLEAN, TEXT, VARCHAR, CHAR, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL, UUID, BYTEA, UNKNOWN ->
                UNKNOWN;
        };
    }

    private static SqlType extremeType(SqlType argument) {
        return switch (argument) {
            case VARCHAR, TEXT, UNKNOWN -> TEXT;
            case BOOLEAN, UUID -> UNKNOWN;
            case SMALLINT, INTEGER, BIGINT, NUMERIC, REAL, DOUBLE, CHAR -> argument;
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL, BYTEA -> argument;
        };
    }

    private static SqlType truthType(SqlType argument) {
        return argument == BOOLEAN || argument == UNKNOWN ? BOOLEAN : UNKNOWN;
    }

    private static Aggregate.Accumulator extreme(SqlType argument, SqlType result, boolean greatest) {
        BinaryOperator<Object> first = SqlOrder.extreme(result, greatest);
        // Of values that are equal, such as 1 and 1.0, PostgreSQL returns the last, but of chars the first.
        return new Fold(
                argument, result, result == SqlType.CHAR ? first : (extreme, value) -> first.apply(value, extreme));
    }

    /** Returns the conjunction of truth values, which false decides, or the disjunction, which true decides. */
    private static Aggregate.Accumulator truth(SqlType argument, boolean deciding) {
        return new Fold(argument, BOOLEAN, (outcome, value) -> value.equals(deciding) ? value : outcome);
    }

    /** A factory of accumulators for the types of the argument and of the result. */
    @FunctionalInterface
    private interface Start extends BiFunction<SqlType, SqlType, Aggregate.Accumulator> {}

    /** An aggregate of one argument. */
    private record Plain(String name, UnaryOperator<SqlType> types, Start start) implements Aggregate {

        @Override
        public SqlType type(List<SqlType> arguments) {
            SqlType result = arguments.size() == 1 ? types.apply(arguments.get(0)) : UNKNOWN;
            if (result == UNKNOWN) {
                throw noSuch(name, arguments);
            }
            return result;
        }

        @Override
        public Accumulator accumulator(List<SqlType> arguments) {
            return start.apply(arguments.get(0), type(arguments));
        }
    }

    /** The function {@code count}; {@code count(*)} has no argument. */
    private record Count() implements Aggregate {

        @Override
        public SqlType type(List<SqlType> arguments) {
            if (arguments.size() > 1) {
                throw noSuch("count", arguments);
            }
            return BIGINT;
        }

        @Override
        public boolean takesAny() {
            return true;
        }

        @Override
        public Accumulator accumulator(List<SqlType> arguments) {
            return new Counter();
        }
    }
}

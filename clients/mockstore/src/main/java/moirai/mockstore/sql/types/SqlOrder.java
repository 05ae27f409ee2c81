package moirai.mockstore.sql.types;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The total order of each type's values, and the equality that GROUP BY and DISTINCT use. Text is ordered by code
 * point, as in PostgreSQL's collation C; floats have NaN last and a single zero.
 */
public final class SqlOrder {

    private SqlOrder() {}

    /** The ascending order with nulls last, which is the default of ORDER BY. Both values must be of the same type. */
    public static final Comparator<Object> NULLS_LAST = of(true, false);

    /** Returns the order of ORDER BY. By default, a descending order has nulls first, and an ascending one last. */
    public static Comparator<Object> of(boolean ascending, boolean nullsFirst) {
        Comparator<Object> values = ascending ? SqlOrder::compare : (left, right) -> -compare(left, right);
        return (left, right) -> {
            if (left == SqlNull.NULL || right == SqlNull.NULL) {
                int nullsLast = Boolean.compare(left == SqlNull.NULL, right == SqlNull.NULL);
                return nullsFirst ? -nullsLast : nullsLast;
            }
            return values.compare(left, right);
        };
    }

    /** Returns the order of lists that have a value for each comparator: the first values that differ decide. */
    public static Comparator<List<Object>> ofLists(List<Comparator<Object>> comparators) {
        return (left, right) -> {
            for (int index = 0; index < comparators.size(); index++) {
                int order = comparators.get(index).compare(left.get(index), right.get(index));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }

    /**
     * Compares two values of the same type, neither of them null. A char must come {@linkplain #key without
     * padding}.
     */
    public static int compare(Object left, Object right) {
        return switch (left) {
            case Boolean value -> Boolean.compare(value, (Boolean) right);
            case Integer value -> Long.compare(value, ((Number) right).longValue());
            case Long value -> Long.compare(value, ((Number) right).longValue());
            case BigDecimal value -> value.compareTo((BigDecimal) right);
            case Float value -> compare((double) value, ((Number) right).doubleValue());
            case Double value -> compare((double) value, ((Number) right).doubleValue());
            case String value -> compareText(value, (String) right);
            case java.util.UUID value -> compareUuid(value, (java.util.UUID) right);
            case java.time.LocalDate value -> value.compareTo((java.time.LocalDate) right);
            case java.time.LocalTime value -> value.compareTo((java.time.LocalTime) right);
            case LocalDateTime value -> value.compareTo((LocalDateTime) right);
            case OffsetDateTime value -> value.toInstant().compareTo(((OffsetDateTime) right).toInstant());
            case Interval value -> value.compareTo((Interval) right);
            case Bytes value -> java.util.Arrays.compareUnsigned(value.toArray(), ((Bytes) right).toArray());
            default -> throw new IllegalStateException("not a value: " + left);
        };
    }

    /** Compares two values of a type, neither of them null; the padding of a char does not matter. */
    public static int compare(Object left, Object right, SqlType type) {
        return type == SqlType.CHAR ? compare(key(left, type), key(right, type)) : compare(left, right);
    }

    /** Returns the function to the greater or lesser of two values of a type; of equal values, to the first. */
    public static BinaryOperator<Object> extreme(SqlType type, boolean greatest) {
        Comparator<Object> order = (left, right) -> compare(left, right, type);
        return greatest ? BinaryOperator.maxBy(order) : BinaryOperator.minBy(order);
    }

    /**
     * Returns a key that equals another value's key exactly if GROUP BY treats the two values as equal. Nulls are equal
     * to each other. Keys may be stored in hashed sets.
     */
    public static Object key(Object value, SqlType type) {
        if (value == SqlNull.NULL) {
            return value;
        }
        return switch (type) {
            case NUMERIC -> ((BigDecimal) value).stripTrailingZeros();
            case REAL -> (Float) value == 0f ? (Object) 0f : value;
            case DOUBLE -> (Double) value == 0d ? (Object) 0d : value;
            case CHAR -> Modifiers.withoutPadding((String) value);
            case TIMESTAMPTZ -> ((OffsetDateTime) value).toInstant();
            case INTERVAL -> canonical((Interval) value);
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, TEXT, VARCHAR, DATE, TIME, TIMESTAMP, UUID, BYTEA, UNKNOWN ->
                value;
        };
    }

    /**
     * Returns a key as {@link #key} does, but the same for equal values of all types that are compared without a
     * conversion: those of the integers, and those of the floats.
     */
    public static Object comparable(Object value, SqlType type) {
        return switch (value) {
            case Integer number -> (long) number;
            case Float number -> key((double) number, SqlType.DOUBLE);
            // The type may be that of the other operand.
            case Double number -> key(number, SqlType.DOUBLE);
            default -> key(value, type);
        };
    }

    /** Returns the keys of a row's values. */
    public static List<Object> keys(List<Object> values, List<SqlType> types) {
        var keys = new ArrayList<>(values.size());
        for (int column = 0; column < values.size(); column++) {
            keys.add(key(values.get(column), types.get(column)));
        }
        return keys;
    }

    private static Interval canonical(Interval interval) {
        long days =
                interval.months() * 30L + interval.days() + Math.floorDiv(interval.micros(), Interval.MICROS_PER_DAY);
        return new Interval(
                Math.toIntExact(days / 30),
                Math.toIntExact(days % 30),
                Math.floorMod(interval.micros(), Interval.MICROS_PER_DAY));
    }

    private static int compare(double left, double right) {
        return left == right ? 0 : Double.compare(left, right);
    }

    /** Compares by code point, because Java's comparison of UTF-16 units orders some planes wrongly. */
    private static int compareText(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int at = 0; at < common; at++) {
            if (left.charAt(at) != right.charAt(at)) {
                boolean surrogates = Character.isSurrogate(left.charAt(at)) != Character.isSurrogate(right.charAt(at));
                int order = Character.compare(left.charAt(at), right.charAt(at));
                return surrogates ? (Character.isSurrogate(left.charAt(at)) ? 1 : -1) : order;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static int compareUuid(java.util.UUID left, java.util.UUID right) {
        int high = Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
    }
}

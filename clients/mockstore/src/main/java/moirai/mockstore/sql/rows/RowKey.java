package moirai.mockstore.sql.rows;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import moirai.mockstore.sql.types.Interval;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/**
 * The identity of a row in its table: the values of its primary key, or a hidden number. Keys are ordered by the
 * values, so that rows with a common prefix are neighbours; a prefix comes before its continuations.
 */
public final class RowKey implements Comparable<RowKey> {

    private final List<Object> values;
    /** The values in a form in which values that SQL calls equal are equal: 1.0 and 1.00, -0.0 and 0.0. */
    private final Object[] identity;

    private final int hash;

    /** Creates a key from values as their columns' types represent them, none of them null. */
    public RowKey(List<?> values) {
        this.values = List.copyOf(values);
        this.identity = this.values.toArray();
        for (int position = 0; position < identity.length; position++) {
            identity[position] = identity(identity[position]);
        }
        this.hash = Arrays.hashCode(identity);
    }

    private static Object identity(Object value) {
        return switch (value) {
            case BigDecimal number -> number.stripTrailingZeros();
            case Double number -> number + 0.0;
            case Float number -> number + 0.0f;
            case OffsetDateTime instant -> instant.toInstant();
            case Interval interval -> SqlOrder.key(interval, SqlType.INTERVAL);
            default -> value;
        };
    }

    public List<Object> values() {
        return values;
    }

    /** Returns the value at a position in the key. */
    public Object value(int position) {
        return values.get(position);
    }

    /** Returns the key of the first values. */
    RowKey start(int length) {
        return length == values.size() ? this : new RowKey(values.subList(0, length));
    }

    /** Returns whether the key begins with, or consists of, the values of another. */
    public boolean startsWith(RowKey prefix) {
        int length = prefix.identity.length;
        return length <= identity.length && Arrays.equals(identity, 0, length, prefix.identity, 0, length);
    }

    @Override
    public int compareTo(RowKey other) {
        int shared = Math.min(values.size(), other.values.size());
        for (int position = 0; position < shared; position++) {
            int order = SqlOrder.compare(values.get(position), other.values.get(position));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(values.size(), other.values.size());
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof RowKey that && hash == that.hash && Arrays.equals(identity, that.identity));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Returns the values, separated by commas. */
    @Override
    public String toString() {
        return values.stream().map(Object::toString).collect(Collectors.joining(","));
    }
}

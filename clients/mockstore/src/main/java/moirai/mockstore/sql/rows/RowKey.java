package moirai.mockstore.sql.rows;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Collectors;
import moirai.mockstore.sql.types.Interval;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/**
 * What tells a row of a table from the others: the values of its primary key, or a hidden number. Ordered by the
 * values, so that rows that share a prefix of their keys are neighbours; a prefix comes before what continues it.
 */
public final class RowKey implements Comparable<RowKey> {

    private final List<Object> values;
    /** Values that SQL calls equal are equal here, too: 1.0 is 1.00, and -0.0 is 0.0. */
    private final List<Object> identity;

    private final int hash;

    /** A key of values as their columns' types represent them, none of them null. */
    public RowKey(List<?> values) {
        this.values = List.copyOf(values);
        this.identity = this.values.stream().map(RowKey::identity).toList();
        this.hash = identity.hashCode();
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

    /** The value at a position in the key. */
    public Object value(int position) {
        return values.get(position);
    }

    /** Whether the key begins with the values of another, or all of them if it is as long. */
    public boolean startsWith(RowKey prefix) {
        return prefix.identity.size() <= identity.size()
                && identity.subList(0, prefix.identity.size()).equals(prefix.identity);
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
        return other instanceof RowKey that && hash == that.hash && identity.equals(that.identity);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** The values, separated by commas. */
    @Override
    public String toString() {
        return values.stream().map(Object::toString).collect(Collectors.joining(","));
    }
}

package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.sql.types.SqlOrder;

/**
 * Keys of rows that begin with given values and whose next value lies between bounds.
 *
 * @param prefix what they begin with; empty for all keys
 * @param bounds of the value after the prefix; empty if there are none
 */
public record KeyRange(RowKey prefix, List<Bound> bounds) {

    /**
     * One bound.
     *
     * @param lower whether it is the lower one
     * @param inclusive whether the value itself is inside
     */
    public record Bound(Object value, boolean lower, boolean inclusive) {

        boolean admits(Object other) {
            int order = SqlOrder.compare(other, value);
            return order == 0 ? inclusive : lower == order > 0;
        }

        private boolean isAsWideAs(Bound other) {
            int order = SqlOrder.compare(value, other.value);
            return lower == other.lower && (order == 0 ? inclusive || !other.inclusive : lower == order < 0);
        }
    }

    public KeyRange {
        bounds = List.copyOf(bounds);
    }

    /** All keys that begin so. */
    public KeyRange(RowKey prefix) {
        this(prefix, List.of());
    }

    /** No key before it is contained. */
    RowKey start() {
        for (Bound bound : bounds) {
            if (bound.lower) {
                var values = new ArrayList<>(prefix.values());
                values.add(bound.value);
                return new RowKey(values);
            }
        }
        return prefix;
    }

    /** Whether neither the key nor any after it is contained, if the key is not before the start. */
    boolean isBefore(RowKey key) {
        if (!key.startsWith(prefix)) {
            return true;
        }
        int position = prefix.values().size();
        return bounds.stream().anyMatch(bound -> !bound.lower && !bound.admits(key.value(position)));
    }

    boolean contains(RowKey key) {
        if (!key.startsWith(prefix)) {
            return false;
        }
        int position = prefix.values().size();
        return bounds.stream().allMatch(bound -> bound.admits(key.value(position)));
    }

    /** Whether it contains all that another contains; may be false although it does. */
    boolean covers(KeyRange other) {
        if (!other.prefix.startsWith(prefix)) {
            return false;
        }
        int position = prefix.values().size();
        if (other.prefix.values().size() > position) {
            return bounds.stream().allMatch(bound -> bound.admits(other.prefix.value(position)));
        }
        return bounds.stream().allMatch(bound -> other.bounds.stream().anyMatch(bound::isAsWideAs));
    }
}

package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.sql.types.SqlOrder;

/**
 * A range of keys of rows: they begin with given values, and their next value lies between bounds.
 *
 * @param prefix the first values of the keys; empty for all keys
 * @param bounds of the value after the prefix; empty if there are none
 */
public record KeyRange(RowKey prefix, List<Bound> bounds) {

    /**
     * A bound of a range.
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

    /** Creates the range of all keys that begin with a prefix. */
    public KeyRange(RowKey prefix) {
        this(prefix, List.of());
    }

    /** Returns a key that is not after any contained key. */
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

    /**
     * Returns whether the range ends before a key, which is not before the start: neither the key nor any later one is
     * contained.
     */
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

    /** Returns true only if this range contains all keys of another; may return false although it does. */
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

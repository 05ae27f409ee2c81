package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import moirai.mockstore.sql.types.SqlNull;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query among which IN looks for others, read as far as the outcome needs, and kept by a hash. Rows in
 * which a value is null equal no row, but may not differ from it either: they are kept apart, each of them once.
 */
final class KnownMembers {

    private final Iterator<List<Object>> rest;
    private final List<UnaryOperator<Object>> keysOf;
    private final Set<List<Object>> whole = new HashSet<>();
    private final Set<List<Object>> partial = new LinkedHashSet<>();

    /**
     * Creates a set without rows.
     *
     * @param keysOf for each column, returns the key by which its values are equal
     */
    KnownMembers(Iterator<List<Object>> rest, List<UnaryOperator<Object>> keysOf) {
        this.rest = rest;
        this.keysOf = keysOf;
    }

    boolean isEmpty() {
        return whole.isEmpty() && partial.isEmpty() && pull() == null;
    }

    /** Returns whether a row is among the rows; null if that depends on values that are null. */
    Object contain(List<Object> row) {
        if (row.contains(SqlNull.NULL)) {
            return mayContain(row) ? SqlNull.NULL : (Object) false;
        }
        if (whole.contains(row)) {
            return true;
        }
        for (List<Object> next = pull(); next != null; next = pull()) {
            if (next.equals(row)) {
                return true;
            }
        }
        return partial.stream().anyMatch(other -> mayEqual(row, other)) ? SqlNull.NULL : (Object) false;
    }

    private boolean mayContain(List<Object> row) {
        while (pull() != null) {}
        return whole.stream().anyMatch(other -> mayEqual(row, other))
                || partial.stream().anyMatch(other -> mayEqual(row, other));
    }

    private static boolean mayEqual(List<Object> row, List<Object> other) {
        for (int at = 0; at < row.size(); at++) {
            boolean isKnown = row.get(at) != SqlNull.NULL && other.get(at) != SqlNull.NULL;
            if (isKnown && !row.get(at).equals(other.get(at))) {
                return false;
            }
        }
        return true;
    }

    private @Nullable List<Object> pull() {
        if (!rest.hasNext()) {
            return null;
        }
        List<Object> values = rest.next();
        var keys = new ArrayList<>(values.size());
        for (int at = 0; at < values.size(); at++) {
            keys.add(keysOf.get(at).apply(values.get(at)));
        }
        (keys.contains(SqlNull.NULL) ? partial : whole).add(keys);
        return keys;
    }
}

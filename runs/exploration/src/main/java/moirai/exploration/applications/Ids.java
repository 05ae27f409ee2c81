package moirai.exploration.applications;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows that a table has.
 *
 * @param sorted each once, in order: equal sets are equal values, however they came about
 */
record Ids(List<Id> sorted) {

    static final Ids NONE = new Ids(List.of());

    Ids {
        sorted = List.copyOf(sorted);
    }

    boolean has(Id id) {
        return sorted.contains(id);
    }

    Ids with(Id id) {
        if (has(id)) {
            return this;
        }
        var more = new ArrayList<>(sorted);
        more.add(id);
        more.sort(null);
        return new Ids(more);
    }

    Ids without(Id id) {
        return new Ids(sorted.stream().filter(other -> !other.equals(id)).toList());
    }

    @Override
    public String toString() {
        return sorted.stream().map(Id::toString).collect(Collectors.joining(", ", "{", "}"));
    }
}

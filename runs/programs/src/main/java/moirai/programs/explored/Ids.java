package moirai.programs.explored;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows that a table has. Nothing checks that primary keys are unique: one that is inserted twice is listed twice,
 * and has to be deleted twice. So it is in the paper's artifact, and counts of histories depend on it.
 *
 * @param sorted in order: equal contents are equal values, however they came about
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
        var more = new ArrayList<>(sorted);
        more.add(id);
        more.sort(null);
        return new Ids(more);
    }

    Ids without(Id id) {
        var rest = new ArrayList<>(sorted);
        rest.remove(id);
        return new Ids(rest);
    }

    @Override
    public String toString() {
        return sorted.stream().map(Id::toString).collect(Collectors.joining(", ", "{", "}"));
    }
}

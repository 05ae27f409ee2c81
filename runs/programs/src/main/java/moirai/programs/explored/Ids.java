package moirai.programs.explored;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The ids of a table's rows. A primary key need not be unique: an id that is inserted twice is listed twice, and has to
 * be deleted twice. The paper's artifact does the same, and the numbers of histories depend on it.
 *
 * @param sorted the ids in order, so that equal contents are equal values
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

package moirai.directed.execution;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A field of a row.
 *
 * @param key the values of the table's key, in its order
 * @param field {@link #EXISTENCE} for whether the row is there, 0 or 1
 */
public record Cell(String table, List<Integer> key, String field) {

    /** The field that says whether the row is there. */
    public static final String EXISTENCE = "";

    /** Copies the key. */
    public Cell {
        key = List.copyOf(key);
    }

    /** Another field of the same row. */
    public Cell with(String other) {
        return new Cell(table, key, other);
    }

    /** As in {@code X(0).v}, and {@code X(0)} for the existence. */
    @Override
    public String toString() {
        String row = key.stream().map(String::valueOf).collect(Collectors.joining(",", table + "(", ")"));
        return field.equals(EXISTENCE) ? row : row + "." + field;
    }
}

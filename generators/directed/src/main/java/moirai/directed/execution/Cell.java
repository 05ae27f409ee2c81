package moirai.directed.execution;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A field of a row.
 *
 * @param key the values of the table's key, in its order
 * @param field the name of the field; {@link #EXISTENCE} for the field that is 1 if the row exists and 0 if not
 */
public record Cell(String table, List<Integer> key, String field) {

    /** The name of the field that tells whether the row exists. */
    public static final String EXISTENCE = "";

    public Cell {
        key = List.copyOf(key);
    }

    /** Returns another field of the same row. */
    public Cell with(String other) {
        return new Cell(table, key, other);
    }

    /** Returns a text such as {@code X(0).v}, or {@code X(0)} for the existence. */
    @Override
    public String toString() {
        String row = key.stream().map(String::valueOf).collect(Collectors.joining(",", table + "(", ")"));
        return field.equals(EXISTENCE) ? row : row + "." + field;
    }
}

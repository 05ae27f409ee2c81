package moirai.directed.program;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A condition that holds of the first rows: of each row of a table, or of each choice of rows from several tables.
 *
 * @param rows the name of each row that is chosen, and its table
 * @param condition fields are written {@code row.field}; there are no parameters and no earlier statements
 */
public record Invariant(String name, Map<String, String> rows, Condition condition) {

    /**
     * Copies the map and keeps its order. Throws IllegalArgumentException if no row is named, or more than 3: the
     * condition is stated of each choice.
     */
    public Invariant {
        rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
        if (rows.isEmpty() || rows.size() > 3) {
            throw new IllegalArgumentException(
                    "invariant " + name + " names " + rows.size() + " rows; accepted: 1 to 3");
        }
    }
}

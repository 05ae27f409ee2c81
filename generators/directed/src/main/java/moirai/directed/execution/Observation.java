package moirai.directed.execution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result that a statement returned to its transaction.
 *
 * @param rows of a SELECT, in the order of keys, with the fields that it names; empty for other statements
 * @param count how many rows it returned, made, changed or removed
 */
public record Observation(List<Map<String, Integer>> rows, int count) {

    /** Copies the rows and keeps their order. */
    public Observation {
        rows = rows.stream()
                .map(row -> Collections.unmodifiableMap(new LinkedHashMap<>(row)))
                .toList();
    }

    /** Returns the result of a SELECT. */
    public static Observation of(List<Map<String, Integer>> rows) {
        return new Observation(rows, rows.size());
    }

    /** Returns the result of another statement, which made, changed or removed this many rows. */
    public static Observation counted(int count) {
        return new Observation(List.of(), count);
    }

    /** Returns a text such as {@code [{v=1}]}; {@code 1 row} for a count without rows. */
    @Override
    public String toString() {
        boolean hasFields = rows.stream().anyMatch(row -> !row.isEmpty());
        return hasFields ? rows.toString() : count + (count == 1 ? " row" : " rows");
    }
}

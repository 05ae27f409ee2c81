package moirai.directed.execution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a statement returned to its transaction.
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

    /** What a SELECT returned. */
    public static Observation of(List<Map<String, Integer>> rows) {
        return new Observation(rows, rows.size());
    }

    /** How many rows another statement made, changed or removed. */
    public static Observation counted(int count) {
        return new Observation(List.of(), count);
    }

    /** As in {@code [{v=1}]}; {@code 1 row} for what was only counted. */
    @Override
    public String toString() {
        boolean hasFields = rows.stream().anyMatch(row -> !row.isEmpty());
        return hasFields ? rows.toString() : count + (count == 1 ? " row" : " rows");
    }
}

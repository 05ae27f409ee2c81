package moirai.directed.execution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The effects of a statement.
 *
 * @param reads the cells that it depends on
 * @param writes the values that it left, by cell
 * @param observation the result that it returned to its transaction
 */
public record Effects(Set<Cell> reads, Map<Cell, Integer> writes, Observation observation) {

    /** Copies both collections, and keeps their order. */
    public Effects {
        reads = Collections.unmodifiableSet(new LinkedHashSet<>(reads));
        writes = Collections.unmodifiableMap(new LinkedHashMap<>(writes));
    }
}

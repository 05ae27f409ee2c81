package moirai.directed.execution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a statement did.
 *
 * @param reads what it depends on
 * @param writes what it left, by cell
 * @param observation what its transaction learnt from it
 */
public record Effects(Set<Cell> reads, Map<Cell, Integer> writes, Observation observation) {

    /** Copies both, and keeps their order. */
    public Effects {
        reads = Collections.unmodifiableSet(new LinkedHashSet<>(reads));
        writes = Collections.unmodifiableMap(new LinkedHashMap<>(writes));
    }
}

package moirai.analysis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often anomalies of one shape were seen in a whole history, and when. Times are on the run's clock and say nothing
 * where the history has none.
 *
 * @param count how many; of cycles, in how many groups of transactions that all depend on each other, so there may be
 *     more: each of those is searched for one cycle of a class
 * @param firstNanos when the first was complete: when the last of its transactions had ended
 * @param lastNanos when the last was complete
 * @param faults names of the faults that were there while transactions of some of them ran, and of how many of them
 */
public record Sighting(AnomalyShape shape, int count, long firstNanos, long lastNanos, Map<String, Integer> faults) {

    public Sighting {
        faults = Collections.unmodifiableMap(new LinkedHashMap<>(faults));
    }

    /** Whether the count is the least that there may be. */
    public boolean isAtLeast() {
        return !shape.edges().isEmpty();
    }
}

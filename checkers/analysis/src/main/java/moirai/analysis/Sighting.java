package moirai.analysis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import moirai.analysis.time.TimeCounts;

/**
 * The count of anomalies of one shape in a whole history, and the times at which they were seen. Times are on the run's
 * clock and say nothing if the history has none.
 *
 * @param count how many; of cycles, in how many groups of transactions that all depend on each other, so there may be
 *    more: each of those is searched for one cycle of a class
 * @param firstNanos when the first was complete: when the last of its transactions had ended
 * @param lastNanos when the last was complete
 * @param faults names of the faults that were there while transactions of some of them ran, and of how many of them
 * @param overTime how many were complete at which time
 */
public record Sighting(
        AnomalyShape shape,
        int count,
        long firstNanos,
        long lastNanos,
        Map<String, Integer> faults,
        TimeCounts overTime) {

    public Sighting {
        faults = Collections.unmodifiableMap(new LinkedHashMap<>(faults));
    }

    /** Returns whether the count is only a lower bound. */
    public boolean isAtLeast() {
        return !shape.edges().isEmpty();
    }
}

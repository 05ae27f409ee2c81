package moirai.runs.interim;

import java.util.List;
import moirai.history.level.Phenomenon;

/**
 * What a run has shown so far. A level that an anomaly here breaks is broken when the run ends, unless nothing follows
 * from the run at all, as where others wrote to its tables; the report may show that by other anomalies, which are
 * easier to read. That there is none says nothing of what comes.
 *
 * @param txns how many transactions it reaches over: of those that have ended, the ones that began first
 * @param sightings the first anomaly of each shape, in the order in which they were found, as far as there is room
 * @param limit why it will reach no further until the run ends, in words; empty as long as it follows the run
 */
public record InterimVerdict(int txns, List<Sighting> sightings, String limit) {

    public InterimVerdict {
        sightings = List.copyOf(sightings);
    }

    /**
     * The first anomaly of its shape.
     *
     * @param shape its fingerprint: what it has in common with others of its kind, as in the report
     * @param isForbidden whether the level that is expected forbids it
     * @param completeNanos when the last of its transactions had ended, on the run's clock
     */
    public record Sighting(String shape, Phenomenon phenomenon, boolean isForbidden, long completeNanos) {}

    /** Whether what was seen breaks the expected level: then the run will be invalid. */
    public boolean isInvalid() {
        return sightings.stream().anyMatch(Sighting::isForbidden);
    }
}

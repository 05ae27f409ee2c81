package moirai.runs.interim;

import java.util.List;
import moirai.analysis.Phenomenon;

/**
 * What a run has shown so far. An anomaly that is here will be there when the run ends; that there is none says nothing
 * of what comes.
 *
 * @param txns how many transactions it reaches over: those that ended first
 * @param sightings the first anomaly of each shape, in the order in which they were found
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

package moirai.runs.interim;

import java.util.List;
import moirai.analysis.streaming.StreamProgress;
import moirai.history.level.Phenomenon;

/**
 * The verdict on a run so far. A level that an anomaly here breaks is broken when the run ends, unless the run as a
 * whole proves nothing, as when others wrote to its tables. The report may show that by other anomalies, which are
 * easier to read. The absence of anomalies says nothing about the rest of the run.
 *
 * @param txns the number of transactions that it covers
 * @param sightings the first anomaly of each shape, in the order in which they were found, as far as there is room
 * @param progress how far the judgement has come
 */
public record InterimVerdict(long txns, List<Sighting> sightings, StreamProgress progress) {

    public InterimVerdict {
        sightings = List.copyOf(sightings);
    }

    /** Makes a verdict that does not say how far it has come. */
    public InterimVerdict(long txns, List<Sighting> sightings) {
        this(txns, sightings, StreamProgress.NONE);
    }

    /**
     * The first anomaly of its shape, and how many followed.
     *
     * @param shape the fingerprint that it shares with others of its kind, as in the report
     * @param isForbidden whether the expected level forbids it
     * @param completeNanos the time, on the run's clock, at which the last of its transactions had ended
     * @param count how many anomalies of the shape were found so far
     * @param lastNanos the time at which the last of them was complete
     */
    public record Sighting(
            String shape, Phenomenon phenomenon, boolean isForbidden, long completeNanos, long count, long lastNanos) {

        /** Makes the sighting of one anomaly. */
        public Sighting(String shape, Phenomenon phenomenon, boolean isForbidden, long completeNanos) {
            this(shape, phenomenon, isForbidden, completeNanos, 1, completeNanos);
        }
    }

    /** Returns whether an anomaly breaks the expected level, so that the run will be invalid. */
    public boolean isInvalid() {
        return sightings.stream().anyMatch(Sighting::isForbidden);
    }
}

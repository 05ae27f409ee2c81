package moirai.runs.latency;

import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The latencies of all slots together, whole and of the last while; for the one thread that watches them. */
public final class LatencyTotals {

    private final Histogram fromStart = histogram();
    private final Histogram fromDue = histogram();

    private static Histogram histogram() {
        return new Histogram(SlotLatency.MICROS_MAX, SlotLatency.DIGITS);
    }

    /**
     * Adds what was recorded since the last call.
     *
     * @return the latencies of that while: from when transactions were due if they were, otherwise from their start
     */
    public Latency collect(Stream<SlotLatency> slots) {
        Histogram recentStart = histogram();
        Histogram recentDue = histogram();
        slots.forEach(slot -> slot.drainTo(recentStart, recentDue));
        fromStart.add(recentStart);
        fromDue.add(recentDue);
        return latency(recentDue.getTotalCount() > 0 ? recentDue : recentStart);
    }

    /** Of all that was collected, from the start of transactions. */
    public Latency fromStart() {
        return latency(fromStart);
    }

    /** Of all that was collected, from when transactions were due; all 0 if none was. */
    public Latency fromDue() {
        return latency(fromDue);
    }

    /** How all that was collected is distributed, from the start of transactions. */
    public Distribution spreadFromStart() {
        return Distribution.of(fromStart);
    }

    /** How all that was collected is distributed, from when transactions were due; of none if none was. */
    public Distribution spreadFromDue() {
        return Distribution.of(fromDue);
    }

    private static Latency latency(Histogram micros) {
        return new Latency(micros.getValueAtPercentile(50), micros.getValueAtPercentile(99), micros.getMaxValue());
    }
}

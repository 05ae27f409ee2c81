package moirai.runs.latency;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The latencies of all slots together, in total and since the last collection; for the one thread that watches them.
 */
public final class LatencyTotals {

    private static final long SLOW_MICROS_MIN = 900_000;
    private static final long SLOW_MICROS_MAX = 2_000_000;

    private final Histogram fromStart = histogram();
    private final Histogram fromDue = histogram();

    private final Map<TxnKind, Histogram> byKind = new EnumMap<>(TxnKind.class);

    private static Histogram histogram() {
        return new Histogram(SlotLatency.MICROS_MAX, SlotLatency.DIGITS);
    }

    /**
     * Adds the latencies recorded since the last call.
     *
     * @return the latencies since the last call, measured from when transactions were due if the run has a rate,
     *    otherwise from their start
     */
    public Latency collect(Stream<SlotLatency> slots) {
        Histogram recentStart = histogram();
        Histogram recentDue = histogram();
        List<SlotLatency> all = slots.toList();
        all.forEach(slot -> slot.drainTo(recentStart, recentDue));
        for (TxnKind kind : TxnKind.values()) {
            Histogram ofKind = byKind.computeIfAbsent(kind, first -> histogram());
            all.forEach(slot -> slot.drainTo(kind, ofKind));
        }
        fromStart.add(recentStart);
        fromDue.add(recentDue);
        return latency(recentDue.getTotalCount() > 0 ? recentDue : recentStart);
    }

    /** Returns the collected latencies, from the start of transactions. */
    public Latency fromStart() {
        return latency(fromStart);
    }

    /** Returns the collected latencies, from the start of transactions, in total and by kind. */
    public TxnLatency served() {
        var kinds = new EnumMap<TxnKind, Latency>(TxnKind.class);
        byKind.forEach((kind, micros) -> {
            if (micros.getTotalCount() > 0) {
                kinds.put(kind, latency(micros));
            }
        });
        return new TxnLatency(fromStart(), kinds, slowShare());
    }

    private double slowShare() {
        double all = 0;
        double slow = 0;
        for (HistogramIterationValue bucket : fromStart.recordedValues()) {
            double micros = (double) bucket.getValueIteratedTo() * bucket.getCountAddedInThisIterationStep();
            all += micros;
            if (bucket.getValueIteratedTo() >= SLOW_MICROS_MIN && bucket.getValueIteratedTo() <= SLOW_MICROS_MAX) {
                slow += micros;
            }
        }
        return all == 0 ? 0 : slow / all;
    }

    /** Returns the collected latencies, from when transactions were due; all 0 if the run has no rate. */
    public Latency fromDue() {
        return latency(fromDue);
    }

    /** Returns the distribution of the collected latencies, from the start of transactions. */
    public Distribution spreadFromStart() {
        return Distribution.of(fromStart);
    }

    /**
     * Returns the distribution of the collected latencies, from when transactions were due; empty if the run has no
     * rate.
     */
    public Distribution spreadFromDue() {
        return Distribution.of(fromDue);
    }

    private static Latency latency(Histogram micros) {
        return new Latency(micros.getValueAtPercentile(50), micros.getValueAtPercentile(99), micros.getMaxValue());
    }
}

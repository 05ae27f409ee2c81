package moirai.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.analysis.durability.FaultSpan;
import moirai.analysis.time.TimeBuckets;
import moirai.analysis.time.TimeCounts;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/** Counts anomalies by shape, of which there are few however many anomalies there are. */
public final class SightingLog {

    /** The maximal number of counts over time of a shape: as many as a small picture can show. */
    public static final int TIMES_MAX = 240;

    /** The faults in the order of their beginnings. */
    private final List<FaultSpan> faults;
    /** The time by which each fault and all before it were healed. */
    private final long[] healedNanos;

    private final Map<AnomalyShape, Count> counts = new LinkedHashMap<>();
    /** Classes whose anomalies are all of one shape, as those that are no cycles. */
    private final Map<Phenomenon, Count> plain = new EnumMap<>(Phenomenon.class);

    /**
     * Creates an empty log.
     *
     * @param events the faults of the run, in order of time
     */
    public SightingLog(List<FaultEvent> events) {
        this.faults = FaultSpan.of(events).stream()
                .filter(fault -> !fault.isFinalReads())
                .toList();
        this.healedNanos = new long[faults.size()];
        long healed = Long.MIN_VALUE;
        for (int i = 0; i < healedNanos.length; i++) {
            healed = Math.max(healed, faults.get(i).toNanos());
            healedNanos[i] = healed;
        }
    }

    private static final class Count {

        private int count;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;
        private final Map<String, Integer> active = new LinkedHashMap<>();
        private final TimeBuckets<long[]> overTime = TimeCounts.counter(TIMES_MAX);
    }

    /**
     * Counts an anomaly of a history. O(its transactions + faults that were there then).
     *
     * @param history the run's, or an excerpt of it; other anomalies may be those of other excerpts
     */
    public void add(History history, Anomaly anomaly) {
        Count count = anomaly instanceof Anomaly.Cycle
                ? counted(history, anomaly)
                : plain.computeIfAbsent(anomaly.phenomenon(), first -> counted(history, anomaly));
        long fromNanos = Long.MAX_VALUE;
        long toNanos = Long.MIN_VALUE;
        for (int txn : anomaly.txns()) {
            fromNanos = Math.min(fromNanos, history.startNanos(txn));
            toNanos = Math.max(toNanos, history.endNanos(txn));
        }
        count.count++;
        count.firstNanos = Math.min(count.firstNanos, toNanos);
        count.lastNanos = Math.max(count.lastNanos, toNanos);
        count.overTime.at(toNanos)[0]++;
        if (!faults.isEmpty()) {
            active(fromNanos, toNanos).forEach((name, once) -> count.active.merge(name, once, Integer::sum));
        }
    }

    private Count counted(History history, Anomaly anomaly) {
        return counts.computeIfAbsent(AnomalyShape.of(history, anomaly), first -> new Count());
    }

    /**
     * Returns the faults that were active in the interval, each name once. Goes backwards from the last fault that had
     * begun to where all earlier ones are healed.
     */
    private Map<String, Integer> active(long fromNanos, long toNanos) {
        int low = 0;
        int high = faults.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (faults.get(middle).fromNanos() <= toNanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Map<String, Integer> active = new LinkedHashMap<>();
        for (int i = low - 1; i >= 0 && healedNanos[i] >= fromNanos; i--) {
            if (faults.get(i).touches(fromNanos, toNanos)) {
                active.put(faults.get(i).name(), 1);
            }
        }
        return active;
    }

    /** Returns the counts by phenomenon, in the order in which shapes were first seen. */
    public Map<Phenomenon, List<Sighting>> sightings() {
        var sightings = new EnumMap<Phenomenon, List<Sighting>>(Phenomenon.class);
        counts.forEach((shape, count) -> sightings
                .computeIfAbsent(shape.phenomenon(), first -> new ArrayList<>())
                .add(new Sighting(
                        shape,
                        count.count,
                        count.firstNanos,
                        count.lastNanos,
                        count.active,
                        TimeCounts.of(count.overTime))));
        sightings.replaceAll((phenomenon, shapes) -> List.copyOf(shapes));
        return sightings;
    }
}

package moirai.analysis.listappend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.analysis.Phenomenon;

/** Collects what is found: a few witnesses of each phenomenon, and the number of all. */
final class AnomalyLog {

    /** How many witnesses of a phenomenon are kept; the others are only counted. */
    private static final int WITNESSES_MAX = 8;

    private final List<Anomaly> witnesses = new ArrayList<>();
    private final Map<Phenomenon, Integer> counts = new EnumMap<>(Phenomenon.class);
    private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);

    void add(Anomaly anomaly) {
        if (counts.merge(anomaly.phenomenon(), 1, Integer::sum) <= WITNESSES_MAX) {
            witnesses.add(anomaly);
        }
    }

    /** Adds witnesses that were already limited and counted. */
    void addAll(List<? extends Anomaly> found, Map<Phenomenon, Integer> foundCounts) {
        witnesses.addAll(found);
        foundCounts.forEach((phenomenon, count) -> counts.merge(phenomenon, count, Integer::sum));
    }

    /** Notes that a phenomenon may be there without having been found; the first reason stays. */
    void doubt(Phenomenon phenomenon, String reason) {
        doubts.putIfAbsent(phenomenon, reason);
    }

    Findings findings(int txns, long edges) {
        var sorted = witnesses.stream()
                .sorted(Comparator.comparing(Anomaly::phenomenon))
                .toList();
        return new Findings(txns, edges, sorted, counts, doubts);
    }
}

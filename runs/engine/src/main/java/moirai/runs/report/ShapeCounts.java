package moirai.runs.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Findings;
import moirai.analysis.Sighting;
import moirai.analysis.SightingLog;
import moirai.history.History;

/** The anomalies of a judged history, counted by shape. */
public final class ShapeCounts {

    private ShapeCounts() {}

    /** Returns the shapes that the checker counted or, if it counted none, those of its witnesses. O(witnesses). */
    public static Map<AnomalyShape, Sighting> of(History history, Findings findings) {
        var shown = new SightingLog(history.faults());
        findings.anomalies().forEach(anomaly -> shown.add(history, anomaly));
        Map<AnomalyShape, Sighting> counts = new LinkedHashMap<>();
        Stream.of(shown.sightings(), findings.sightings())
                .flatMap(counted -> counted.values().stream())
                .flatMap(List::stream)
                .forEach(sighting -> counts.put(sighting.shape(), sighting));
        return counts;
    }
}

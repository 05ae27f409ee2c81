package moirai.directed.search;

import java.util.List;
import moirai.directed.encoding.Bounds;

/**
 * The answer to a search: the anomalies, and the bounds of the search.
 *
 * @param questions how often the solver was asked
 */
public record Analysis(String program, Levels levels, Bounds bounds, List<Anomaly> anomalies, long questions) {

    public Analysis {
        anomalies = List.copyOf(anomalies);
    }

    /** Returns the anomalies whose stale reads affect what the program does. */
    public List<Anomaly> internal() {
        return anomalies.stream().filter(Anomaly::isInternal).toList();
    }
}

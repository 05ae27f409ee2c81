package moirai.directed.search;

import java.util.List;
import moirai.directed.encoding.Bounds;

/**
 * The answer to a search: the anomalies, and the bounds of the search.
 *
 * @param questions how often the solver was asked
 */
public record Analysis(String program, Levels levels, Bounds bounds, List<Anomaly> anomalies, long questions) {

    /** Copies the list. */
    public Analysis {
        anomalies = List.copyOf(anomalies);
    }

    /** Returns the anomalies whose stale reads affect what the program does. */
    public List<Anomaly> internal() {
        return anomalies.stream().filter(Anomaly::isInternal).toList();
    }

    /** Returns the text for people: the bounds, then each anomaly with its execution. */
    public String text() {
        var text = new StringBuilder("program ").append(program).append(" at ").append(levels.text());
        text.append('\n').append("looked at: ").append(bounds.text()).append('\n');
        text.append(anomalies.size()).append(anomalies.size() == 1 ? " anomaly, " : " anomalies, ");
        text.append(internal().size()).append(" internal\n");
        for (int i = 0; i < anomalies.size(); i++) {
            Anomaly anomaly = anomalies.get(i);
            text.append('\n').append(i + 1).append(". ").append(anomaly.isInternal() ? "internal" : "external");
            text.append(": ")
                    .append(anomaly.cycle())
                    .append('\n')
                    .append(anomaly.scenario().text());
        }
        return text.toString();
    }
}

package moirai.analysis;

import java.util.List;
import java.util.stream.Stream;

/**
 * What anomalies have in common that a reader takes for the same one: the class, and the kinds of edges around the
 * cycle. A cycle has no first transaction, so of all rotations the least is taken.
 */
public final class AnomalyShape {

    /** Longer cycles are told apart by their length alone. */
    private static final int NAMED_EDGES_MAX = 8;

    private AnomalyShape() {}

    /** {@code G-single-rw-wr}; the class alone if it is no cycle. O(edges²). */
    public static String of(Anomaly anomaly) {
        String label = anomaly.phenomenon().label();
        if (!(anomaly instanceof Anomaly.Cycle cycle)) {
            return label;
        }
        List<String> edges =
                cycle.dependencies().stream().map(Dependency::label).toList();
        return edges.size() > NAMED_EDGES_MAX
                ? label + "-" + edges.size() + "-edges"
                : label + "-" + String.join("-", leastRotation(edges));
    }

    private static List<String> leastRotation(List<String> edges) {
        List<String> least = edges;
        for (int first = 1; first < edges.size(); first++) {
            List<String> rotated = Stream.concat(
                            edges.subList(first, edges.size()).stream(), edges.subList(0, first).stream())
                    .toList();
            if (String.join("-", rotated).compareTo(String.join("-", least)) < 0) {
                least = rotated;
            }
        }
        return least;
    }
}

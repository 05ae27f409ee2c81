package moirai.runs.interim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first anomaly of each shape that was found so far. There is one limit for allowed shapes and another
 * for forbidden ones, so that the first forbidden shape always has a place.
 */
final class Sightings {

    /** The maximal number of shapes. Shapes are few, except for cycles of very many lengths. */
    static final int SHAPES_MAX = 50;

    private final Map<String, InterimVerdict.Sighting> byShape = new LinkedHashMap<>();

    /**
     * Adds an anomaly if it is the first of its shape, or the first forbidden one of its shape: among cycles of one
     * shape, those that rest on inferred orders of versions prove less than others. Costs O(shapes).
     */
    void add(InterimVerdict.Sighting one) {
        boolean isNews = Optional.ofNullable(byShape.get(one.shape()))
                .map(known -> one.isForbidden() && !known.isForbidden())
                .orElseGet(() -> hasRoom(one.isForbidden()));
        if (isNews) {
            byShape.put(one.shape(), one);
        }
    }

    private boolean hasRoom(boolean isForbidden) {
        return byShape.values().stream()
                        .filter(one -> one.isForbidden() == isForbidden)
                        .count()
                < SHAPES_MAX;
    }

    /** Returns the anomalies in the order in which their shapes were found. */
    List<InterimVerdict.Sighting> all() {
        return List.copyOf(byShape.values());
    }
}

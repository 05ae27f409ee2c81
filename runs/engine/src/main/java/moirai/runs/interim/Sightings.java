package moirai.runs.interim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first anomaly of each shape that was seen so far. There is a limit to the shapes, and one of its own to those
 * that are allowed: however many of them there are, the first that is forbidden has a place.
 */
final class Sightings {

    /** Shapes are few, but for cycles of very many lengths. */
    static final int SHAPES_MAX = 50;

    private final Map<String, InterimVerdict.Sighting> byShape = new LinkedHashMap<>();

    /**
     * Takes it in if it is the first of its shape, or the first of its shape that is forbidden: of cycles of one shape,
     * those that rest on inferred orders of versions prove less than others. O(shapes).
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

    /** In the order in which their shapes were found. */
    List<InterimVerdict.Sighting> all() {
        return List.copyOf(byShape.values());
    }
}

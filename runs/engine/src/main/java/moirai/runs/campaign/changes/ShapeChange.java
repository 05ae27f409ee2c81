package moirai.runs.campaign.changes;

import moirai.runs.campaign.trends.ShapeTrend;
import moirai.runs.store.StoredShape;

/**
 * What became of the anomalies of one shape in one cell, whose promise forbids them.
 *
 * @param shape as it was seen last
 */
public record ShapeChange(String cell, StoredShape shape, ShapeTrend trend) {

    /** Returns whether it is worse than before. */
    public boolean isNewFailure() {
        return trend.change().isWorse();
    }
}

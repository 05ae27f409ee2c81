package moirai.runs.campaign.file;

import java.util.List;
import java.util.Optional;
import moirai.history.level.IsolationLevel;
import moirai.runs.campaign.Threshold;

/**
 * What some cells promise.
 *
 * @param when the cells; all if it says nothing
 * @param level what must hold; if there is none, what an earlier expectation says, or what the database documents
 */
public record Expectation(Condition when, Optional<IsolationLevel> level, List<Threshold> thresholds) {

    public Expectation {
        thresholds = List.copyOf(thresholds);
    }
}

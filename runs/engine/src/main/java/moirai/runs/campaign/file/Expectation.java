package moirai.runs.campaign.file;

import java.util.List;
import moirai.history.level.IsolationLevel;
import moirai.runs.campaign.Threshold;

/** The promise of some cells. */
public sealed interface Expectation {

    /** Returns which cells promise it. */
    Condition when();

    /** A level that must hold, instead of what an earlier expectation says, or what the database documents. */
    record OfLevel(Condition when, IsolationLevel level) implements Expectation {}

    /** Figures that must keep within limits. */
    record OfFigures(Condition when, List<Threshold> thresholds) implements Expectation {

        public OfFigures {
            thresholds = List.copyOf(thresholds);
        }
    }
}

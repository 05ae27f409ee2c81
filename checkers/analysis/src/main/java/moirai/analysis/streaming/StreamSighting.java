package moirai.analysis.streaming;

import java.util.Collections;
import java.util.Set;
import moirai.analysis.Sighting;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * The anomalies of one shape that a stream has shown.
 *
 * @param proves what one of them or another proves
 */
public record StreamSighting(Sighting sighting, Set<Phenomenon> proves) {

    public StreamSighting {
        proves = Set.copyOf(proves);
    }

    /** Returns whether one of them breaks the level. */
    public boolean isForbiddenAt(IsolationLevel level) {
        return !Collections.disjoint(level.forbidden(), proves);
    }
}

package moirai.mockstore.explain;

import java.util.List;

/**
 * One from whom a read could be answered, were there no level.
 *
 * @param source a committed writer of the key, or {@link moirai.analysis.axioms.KeyValueHistory#INITIAL}
 * @param session of the source; -1 for the initial state
 * @param standing whether the level allows it
 * @param reasons if it does not: why, in sentences
 */
public record ReadCandidate(int source, int session, Standing standing, List<String> reasons) {

    /** What the level, and then the chooser, says. */
    public enum Standing {
        /** The level allows it, and it was not chosen, or the read has not happened. */
        ALLOWED,
        /** The read returned its value. */
        CHOSEN,
        /** The level forbids it. */
        EXCLUDED
    }

    public ReadCandidate {
        reasons = List.copyOf(reasons);
    }
}

package moirai.mockstore.explain;

import java.util.List;

/**
 * A committed writer from which a read could be answered if there were no level.
 *
 * @param source a committed writer of the key, or {@link moirai.analysis.axioms.KeyValueHistory#INITIAL}
 * @param session of the source; -1 for the initial state
 * @param standing whether the level allows it
 * @param reasons sentences that say why the level does not allow it; empty if it does
 */
public record ReadCandidate(int source, int session, Standing standing, List<String> reasons) {

    /** The decision of the level, and then of the chooser, about a candidate. */
    public enum Standing {
        /** The level allows it, and it was not chosen, or the read has not happened. */
        ALLOWED,
        /** The read returned this candidate's value. */
        CHOSEN,
        /** The level forbids it. */
        EXCLUDED
    }

    public ReadCandidate {
        reasons = List.copyOf(reasons);
    }
}

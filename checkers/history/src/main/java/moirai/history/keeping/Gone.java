package moirai.history.keeping;

import java.util.List;

/**
 * The counts of transactions whose segments were dropped, and the numbers that they used.
 *
 * @param committed the number of those that committed
 * @param nextSession a number that is greater than that of any of their sessions; negative if that is unknown, as of
 *    what was dropped by a version that did not note it
 * @param nextKey a number that is greater than that of any of their keys
 */
public record Gone(long committed, long aborted, long indeterminate, long nextSession, long nextKey) {

    /** Nothing was dropped. */
    public static final Gone NOTHING = new Gone(0, 0, 0, 0, 0);

    /** Something was dropped, and nothing was noted of it. */
    static final Gone UNKNOWN = new Gone(0, 0, 0, -1, -1);

    /** Returns whether anything was noted. */
    public boolean isKnown() {
        return nextSession >= 0;
    }

    /** Returns the number of transactions. */
    public long txns() {
        return committed + aborted + indeterminate;
    }

    /** Returns the same with more segments, whose sessions and keys are below these numbers. */
    Gone and(List<SegmentSpan> more, long sessions, long keys) {
        if (!isKnown()) {
            return this;
        }
        long committedNow = committed;
        long abortedNow = aborted;
        long indeterminateNow = indeterminate;
        for (SegmentSpan span : more) {
            committedNow += span.contents().committed();
            abortedNow += span.contents().aborted();
            indeterminateNow += span.contents().indeterminate();
        }
        return new Gone(
                committedNow, abortedNow, indeterminateNow, Math.max(nextSession, sessions), Math.max(nextKey, keys));
    }
}

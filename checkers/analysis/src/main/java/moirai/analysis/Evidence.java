package moirai.analysis;

import moirai.history.History;

/**
 * The numbers that say how much a history could have shown. A run that saw nothing has not passed: transactions that
 * never overlapped, or keys that nobody read, cannot show an anomaly.
 *
 * @param committed transactions that committed
 * @param aborted transactions that the database refused
 * @param indeterminate transactions whose outcome is unknown
 * @param overlapping committed transactions that ran at the same time as another committed one of another session; 0 if
 *    the history has no times
 * @param versionsRead distinct versions that committed reads returned, without the initial ones
 * @param keysContended keys to which transactions of at least two sessions committed appends or writes
 */
public record Evidence(
        int committed, int aborted, int indeterminate, int overlapping, long versionsRead, int keysContended) {

    /** Returns the share of committed transactions that overlapped another, from 0 to 1. */
    public double overlap() {
        return committed == 0 ? 0 : (double) overlapping / committed;
    }

    /** Counts it. O(transactions × log + ops + elements of lists). */
    public static Evidence of(History history) {
        return new EvidenceCount(history).count();
    }
}

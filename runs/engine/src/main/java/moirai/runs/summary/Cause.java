package moirai.runs.summary;

import moirai.analysis.time.TimeCounts;

/**
 * A reason for which transactions did not commit.
 *
 * @param name the cause as the outcome says it, such as an SQLSTATE
 * @param overTime the number of its transactions, by the times of their ends
 */
public record Cause(OutcomeKind kind, String name, TimeCounts overTime) {

    /** Returns the number of its transactions. */
    public long total() {
        return overTime.counts().stream().mapToLong(count -> count).sum();
    }
}

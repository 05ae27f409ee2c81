package moirai.analysis.streaming;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import moirai.history.level.IsolationLevel;

/**
 * The state of the judgement of a stream of transactions.
 *
 * @param txns the number of transactions that have ended and were taken in
 * @param provenNanos the time, on the run's clock, up to which all transactions are judged: whatever ended before it
 *     takes part in the standings of the levels
 * @param lagNanos the time between {@code provenNanos} and the last end of a transaction that was taken in
 * @param work what is kept in memory, and what has left it
 * @param levels what is known of each level; a level that is missing was not examined
 */
public record StreamProgress(
        long txns, long provenNanos, long lagNanos, Work work, Map<IsolationLevel, Standing> levels) {

    /** The state before the first transaction. */
    public static final StreamProgress NONE = new StreamProgress(0, 0, 0, new Work(0, 0, 0, 0, 0), Map.of());

    public StreamProgress {
        var copy = new EnumMap<IsolationLevel, Standing>(IsolationLevel.class);
        copy.putAll(levels);
        levels = Collections.unmodifiableMap(copy);
    }

    /**
     * Numbers of transactions and keys.
     *
     * @param held transactions in memory that are not judged to the end yet
     * @param released transactions that are judged to the end; some of them are kept, as others may point at them
     * @param forgotten released transactions that are no longer in memory
     * @param keysLive keys of which the appends are in memory
     * @param sweeps how often a part of the history was read again from the disk
     */
    public record Work(long held, long released, long forgotten, long keysLive, long sweeps) {}

    /** What is known of a level. */
    public enum Standing {
        /** No anomaly that the level forbids is among the transactions up to {@link StreamProgress#provenNanos}. */
        HOLDS,
        /** An anomaly breaks the level. It is never withdrawn. */
        BROKEN,
        /** An anomaly that breaks the level may have been passed over. */
        UNKNOWN
    }
}

package moirai.history.keeping;

/**
 * A segment that a reader has read to its end, of which another follows.
 *
 * @param firstNanos the earliest time of a transaction in it
 * @param lastNanos the latest time of a transaction in it
 * @param txnCount the number of transactions that began in this and all earlier segments of the writer
 * @param hasEvents whether faults or labels are in it
 */
public record SegmentSpan(int writer, int segment, long firstNanos, long lastNanos, long txnCount, boolean hasEvents) {

    /** Returns whether a transaction of this segment may have run during these times, their ends included. */
    boolean overlaps(TimeSpan span) {
        return firstNanos <= span.lastNanos() && span.firstNanos() <= lastNanos;
    }
}

package moirai.history.keeping;

/**
 * A segment that a reader has read to its end, of which another follows.
 *
 * @param firstNanos the earliest time of a transaction in it
 * @param lastNanos the latest time of a transaction in it
 */
public record SegmentSpan(int writer, int segment, long firstNanos, long lastNanos, Contents contents) {

    /**
     * The contents of a segment, in numbers.
     *
     * @param txnsUpTo the number of transactions that began in this and all earlier segments of the writer
     * @param hasEvents whether faults or labels are in it
     * @param committed the number of transactions that committed in it
     */
    public record Contents(long txnsUpTo, boolean hasEvents, long committed, long aborted, long indeterminate) {}

    /** Returns whether a transaction of this segment may have run during these times, their ends included. */
    boolean overlaps(TimeSpan span) {
        return firstNanos <= span.lastNanos() && span.firstNanos() <= lastNanos;
    }
}

package moirai.analysis.time;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The number of events over time.
 *
 * @param fromNanos the time at which the first bucket begins
 * @param widthNanos the time that a bucket covers
 * @param counts the number of events in each bucket, without gaps; empty if there was no event
 */
public record TimeCounts(long fromNanos, long widthNanos, List<Long> counts) {

    public TimeCounts {
        counts = List.copyOf(counts);
        if (widthNanos < 1) {
            throw new IllegalArgumentException("a width of " + widthNanos + " ns; expected at least 1 ns");
        }
    }

    /** Returns buckets that each count events in one number, at most so many buckets. */
    public static TimeBuckets<long[]> counter(int limit) {
        return new TimeBuckets<>(limit, () -> new long[1], (into, from) -> into[0] += from[0]);
    }

    /** Returns the state of buckets that count events in one number. O(buckets). */
    public static TimeCounts of(TimeBuckets<long[]> counter) {
        TimeSeries<long[]> series = counter.series();
        return new TimeCounts(
                series.fromNanos(),
                series.widthNanos(),
                series.buckets().stream().map(count -> count[0]).toList());
    }

    /**
     * Returns the counts in other buckets, each of which is made of whole buckets of this. O(buckets).
     *
     * @param fromNanos the time at which the first of them begins
     * @param widthNanos their width, a multiple of this one's
     * @param count how many there are; all events must fall into them
     */
    public long[] in(long fromNanos, long widthNanos, int count) {
        long[] sums = new long[count];
        for (int i = 0; i < counts.size(); i++) {
            sums[(int) ((this.fromNanos + i * this.widthNanos - fromNanos) / widthNanos)] += counts.get(i);
        }
        return sums;
    }

    /**
     * Returns the same counts in wider buckets. O(buckets).
     *
     * @param widthNanos their width, a multiple of this one's
     */
    public TimeCounts wider(long widthNanos) {
        if (counts.isEmpty()) {
            return new TimeCounts(0, widthNanos, List.of());
        }
        long from = Math.floorDiv(fromNanos, widthNanos) * widthNanos;
        long last = fromNanos + (counts.size() - 1) * this.widthNanos;
        int count = (int) ((last - from) / widthNanos) + 1;
        return new TimeCounts(
                from,
                widthNanos,
                LongStream.of(in(from, widthNanos, count)).boxed().toList());
    }
}

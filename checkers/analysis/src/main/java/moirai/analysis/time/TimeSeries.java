package moirai.analysis.time;

import java.util.List;

/**
 * Contents by buckets of time.
 *
 * @param fromNanos the time at which the first bucket begins, a multiple of the width
 * @param widthNanos the time that a bucket covers
 * @param buckets the contents of the buckets, without gaps; empty if nothing happened
 */
public record TimeSeries<T>(long fromNanos, long widthNanos, List<T> buckets) {

    public TimeSeries {
        buckets = List.copyOf(buckets);
        if (widthNanos < 1) {
            throw new IllegalArgumentException("a width of " + widthNanos + " ns; expected at least 1 ns");
        }
    }
}

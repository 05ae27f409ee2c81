package moirai.runs.latency;

import java.util.List;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * The distribution of latencies, as accurate as they are recorded: to 1 %.
 *
 * @param counts for each of {@link #BOUNDS} the number of latencies that are no longer; the last counts all
 * @param sumSeconds the sum of all latencies
 */
public record Distribution(List<Long> counts, double sumSeconds) {

    /** The upper bounds in seconds, ascending; the last one is infinite. */
    public static final List<Double> BOUNDS = DoubleStream.of(
                    0.0001,
                    0.00025,
                    0.0005,
                    0.001,
                    0.0025,
                    0.005,
                    0.01,
                    0.025,
                    0.05,
                    0.1,
                    0.25,
                    0.5,
                    1,
                    2.5,
                    5,
                    10,
                    30,
                    60,
                    Double.POSITIVE_INFINITY)
            .boxed()
            .toList();

    private static final double MICROS_A_SECOND = 1e6;

    public Distribution {
        counts = List.copyOf(counts);
        if (counts.size() != BOUNDS.size()) {
            throw new IllegalArgumentException(counts.size() + " counts, expected " + BOUNDS.size());
        }
    }

    /** Returns the number of latencies. */
    public long count() {
        return counts.getLast();
    }

    /** Returns the distribution of recorded values. Costs O(bounds × buckets). */
    static Distribution of(Histogram micros) {
        List<Long> counts = BOUNDS.stream()
                .map(bound -> bound == Double.POSITIVE_INFINITY
                        ? micros.getTotalCount()
                        : micros.getCountBetweenValues(0, (long) (bound * MICROS_A_SECOND)))
                .toList();
        return new Distribution(counts, micros.getMean() * micros.getTotalCount() / MICROS_A_SECOND);
    }
}

package moirai.runs.summary;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.IntCountsHistogram;

/**
 * The latencies of the transactions that ended within some time, in microseconds, to 1 %. At most 2³¹ transactions of
 * one outcome may have the same latency.
 */
public final class Latencies {

    private static final int DIGITS = 2;
    private static final long MICROS_MAX = 3_600_000_000L;

    private final Map<OutcomeKind, IntCountsHistogram> micros = new EnumMap<>(OutcomeKind.class);

    Latencies() {}

    /** A function that takes a latency and the number of transactions that had it. */
    @FunctionalInterface
    public interface Taker {

        /** Takes one latency. */
        void take(long micros, long count);
    }

    void add(OutcomeKind kind, long nanos) {
        histogram(kind).recordValue(Math.clamp(nanos / 1000, 1, MICROS_MAX));
    }

    private IntCountsHistogram histogram(OutcomeKind kind) {
        IntCountsHistogram known = micros.get(kind);
        if (known == null) {
            known = new IntCountsHistogram(DIGITS);
            known.setAutoResize(true);
            micros.put(kind, known);
        }
        return known;
    }

    void merge(Latencies others) {
        others.micros.forEach((kind, histogram) -> histogram(kind).add(histogram));
    }

    /** Returns the latency that no more than this many percent of the commits exceeded; 0 if there is no commit. */
    public long micros(double percent) {
        IntCountsHistogram known = micros.get(OutcomeKind.OK);
        return known == null ? 0 : known.getValueAtPercentile(percent);
    }

    /** Passes on each latency of transactions of one outcome, ascending. */
    public void each(OutcomeKind kind, Taker taker) {
        IntCountsHistogram known = micros.get(kind);
        if (known != null) {
            for (HistogramIterationValue one : known.recordedValues()) {
                taker.take(one.getValueIteratedTo(), one.getCountAtValueIteratedTo());
            }
        }
    }

    /** Returns the latencies of all of these together. */
    public static Latencies sum(List<Latencies> parts) {
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        var sum = new Latencies();
        parts.forEach(sum::merge);
        return sum;
    }
}

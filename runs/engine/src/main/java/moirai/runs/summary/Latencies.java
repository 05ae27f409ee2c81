package moirai.runs.summary;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.IntCountsHistogram;

/**
 * The latencies of the transactions that ended within some time, in microseconds, to 1 %. At most 2³¹ transactions of
 * one outcome may have the same latency.
 *
 * <p>A histogram takes 5 KB for milliseconds and 10 KB for a minute, most of it zeros. {@link #pack} makes it as small
 * as what was recorded.
 */
public final class Latencies {

    private static final int DIGITS = 2;
    private static final long MICROS_MAX = 3_600_000_000L;

    /** The histograms to which something was added since they were packed. */
    private final Map<OutcomeKind, IntCountsHistogram> micros = new EnumMap<>(OutcomeKind.class);

    private final Map<OutcomeKind, byte[]> packed = new EnumMap<>(OutcomeKind.class);

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

    /** Returns the histogram of an outcome, to add something. */
    private IntCountsHistogram histogram(OutcomeKind kind) {
        IntCountsHistogram known = micros.get(kind);
        if (known == null) {
            known = known(kind).orElseGet(() -> new IntCountsHistogram(DIGITS));
            known.setAutoResize(true);
            micros.put(kind, known);
            packed.remove(kind);
        }
        return known;
    }

    /** Returns the histogram of an outcome, to read it. */
    private Optional<IntCountsHistogram> known(OutcomeKind kind) {
        byte[] bytes = packed.get(kind);
        return bytes == null
                ? Optional.ofNullable(micros.get(kind))
                : Optional.of(IntCountsHistogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0));
    }

    /**
     * Makes the histograms small until something is added to them.
     *
     * @return the size of all of them together, in bytes
     */
    int pack() {
        micros.forEach((kind, histogram) -> {
            var bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            packed.put(kind, Arrays.copyOf(bytes.array(), histogram.encodeIntoByteBuffer(bytes)));
        });
        micros.clear();
        return packed.values().stream().mapToInt(bytes -> bytes.length).sum();
    }

    void merge(Latencies others) {
        for (OutcomeKind kind : OutcomeKind.values()) {
            others.known(kind).ifPresent(histogram -> histogram(kind).add(histogram));
        }
    }

    /** Returns the latency that no more than this many percent of the commits exceeded; 0 if there is no commit. */
    public long micros(double percent) {
        return known(OutcomeKind.OK)
                .map(known -> known.getValueAtPercentile(percent))
                .orElse(0L);
    }

    /** Passes on each latency of transactions of one outcome, ascending. */
    public void each(OutcomeKind kind, Taker taker) {
        known(kind).ifPresent(known -> {
            for (HistogramIterationValue one : known.recordedValues()) {
                taker.take(one.getValueIteratedTo(), one.getCountAtValueIteratedTo());
            }
        });
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

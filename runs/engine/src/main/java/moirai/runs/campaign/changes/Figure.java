package moirai.runs.campaign.changes;

import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.latency.Latency;

/** A figure of a cell that is compared between nights. */
public enum Figure {
    THROUGHPUT("committed/s", true, figures -> OptionalDouble.of(figures.committedPerSecond())),
    ABORTS("share of aborts", false, figures -> OptionalDouble.of(figures.abortShare())),
    MEDIAN("p50 in ms", false, figures -> latency(figures, Latency::p50)),
    P99("p99 in ms", false, figures -> latency(figures, Latency::p99));

    private static final double MICROS_OF_MILLI = 1_000;

    private final String words;
    private final boolean isBetterHigher;

    @SuppressWarnings("ImmutableEnumChecker") // Lambdas without state.
    private final Function<Figures, OptionalDouble> value;

    Figure(String words, boolean isBetterHigher, Function<Figures, OptionalDouble> value) {
        this.words = words;
        this.isBetterHigher = isBetterHigher;
        this.value = value;
    }

    /** Returns its name for people, with its unit. */
    public String words() {
        return words;
    }

    /** Returns whether a higher value is better than a lower one. */
    public boolean isBetterHigher() {
        return isBetterHigher;
    }

    /** Returns the figure of a cell; empty if its run did not get to an end, or has none. */
    public OptionalDouble of(CellResult result) {
        boolean hasRun = result.ending().end() == End.JUDGED && result.figures().seconds() > 0;
        return hasRun ? value.apply(result.figures()) : OptionalDouble.empty();
    }

    private static OptionalDouble latency(Figures figures, ToLongFunction<Latency> percentile) {
        Latency all = figures.latencyMicros().get(Figures.ALL);
        return all == null ? OptionalDouble.empty() : OptionalDouble.of(percentile.applyAsLong(all) / MICROS_OF_MILLI);
    }
}

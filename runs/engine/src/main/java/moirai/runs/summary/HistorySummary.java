package moirai.runs.summary;

import java.util.List;
import moirai.analysis.time.TimeSeries;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.RunHeader;

/**
 * What a history was like, in numbers whose size does not depend on its length. Made by {@link SummaryBuilder}.
 *
 * @param faults the faults, in order of time
 */
public record HistorySummary(RunHeader header, List<FaultEvent> faults, Sizes sizes, Times times, Speed speed) {

    /** The value that stands for a number of keys that nobody counted. */
    public static final long UNKNOWN = -1;

    public HistorySummary {
        faults = List.copyOf(faults);
    }

    /**
     * How much there is.
     *
     * @param keys the number of keys, or {@link #UNKNOWN}
     */
    public record Sizes(long txns, long ops, long keys) {}

    /**
     * When transactions ran.
     *
     * @param isKnown whether there are transactions, with times
     * @param firstNanos the time at which the first began
     * @param lastNanos the time at which the last ended
     */
    public record Times(boolean isKnown, long firstNanos, long lastNanos) {

        /** Returns how much of an interval lies between the first begin and the last end. */
        public double secondsWithin(long fromNanos, long toNanos) {
            return Math.max(0, Math.min(toNanos, lastNanos + 1) - Math.max(fromNanos, firstNanos)) / 1e9;
        }
    }

    /**
     * How fast transactions were, and why some of them did not commit.
     *
     * @param outcomes the outcomes of transactions by the times of their ends, in at most 110,000 buckets
     * @param latencies their latencies, in at most 640 buckets, each made of whole buckets of {@code outcomes}
     * @param causes the most frequent first
     */
    public record Speed(TimeSeries<OutcomeCounts> outcomes, TimeSeries<Latencies> latencies, List<Cause> causes) {

        public Speed {
            causes = List.copyOf(causes);
        }

        /** Returns the outcomes of transactions that ended in this interval, by whole buckets. O(buckets of it). */
        public OutcomeCounts between(long fromNanos, long toNanos) {
            long ok = 0;
            long fail = 0;
            long info = 0;
            int first = Math.max(0, bucket(fromNanos));
            int last = Math.min(outcomes.buckets().size() - 1, bucket(toNanos));
            for (int i = first; i <= last; i++) {
                OutcomeCounts counts = outcomes.buckets().get(i);
                ok += counts.ok();
                fail += counts.fail();
                info += counts.info();
            }
            return new OutcomeCounts(ok, fail, info);
        }

        private int bucket(long nanos) {
            long number = Math.floorDiv(nanos - outcomes.fromNanos(), outcomes.widthNanos());
            return Math.clamp(number, -1, outcomes.buckets().size());
        }
    }

    /** Returns the summary of a whole history. O(transactions). */
    public static HistorySummary of(History whole) {
        SummaryBuilder builder = new SummaryBuilder(whole.header()).add(whole).keys(whole.keyCount());
        whole.faults().forEach(builder::add);
        return builder.build();
    }
}

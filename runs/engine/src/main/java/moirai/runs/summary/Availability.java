package moirai.runs.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.FaultSpan;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Outcome;

/*
 * The time of a run is cut by its final reads, of which each part of a resumed run has some: what they commit is no
 * load, and the quiet before them no failure. Each stretch goes from the first to the last transaction that ended in
 * it; the first stretch begins with the first transaction.
 *
 * All times are those of the summary's buckets: a millisecond wide in a run of a minute, a second in one of a day. A
 * gap is made of whole buckets without a commit, and so is never too long. A recovery goes to the end of the first
 * bucket with a commit, and so is never too short.
 */
/**
 * How much of its time a database under faults committed transactions. Final reads do not count.
 *
 * @param secondsUp the number of seconds of the clock in which a transaction committed
 * @param seconds the number of seconds of the clock in which sessions ran; 0 if nothing is known
 * @param gapNanos the longest time without a commit
 * @param recovery how long after a heal the next transaction committed
 */
public record Availability(long secondsUp, long seconds, long gapNanos, Recovery recovery) {

    /** Nothing is known: there were no faults, or no times. */
    public static final Availability UNKNOWN = new Availability(0, 0, 0, new Recovery(0, 0, 0, 0));

    private static final long SECOND_NANOS = 1_000_000_000;

    /** The outcome that stands for a transaction at another node: one that has ended, and is no commit. */
    private static final Outcome ELSEWHERE = new Outcome.Aborted("");

    /**
     * The times between heals and the next commit.
     *
     * @param count the number of heals after which a transaction committed
     * @param medianNanos their median; of an even number, the greater of the two in the middle
     * @param maxNanos the longest
     * @param withoutCommit the number of heals after which none committed, though sessions still ran
     */
    public record Recovery(int count, long medianNanos, long maxNanos, int withoutCommit) {}

    /** A stretch of time between final reads, in numbers of buckets, both included. */
    private record Stretch(int first, int last) {}

    /** Returns the share of the seconds in which a transaction committed; 0 if nothing is known. */
    public double share() {
        return seconds == 0 ? 0 : (double) secondsUp / seconds;
    }

    /** Returns whether there were faults, in a history with times. */
    public boolean isKnown() {
        return seconds > 0;
    }

    /** Returns the availability in a history; unknown if it has no faults. O(buckets × final reads + faults × log). */
    public static Availability of(HistorySummary summary) {
        List<FaultSpan> spans = FaultSpan.of(summary.faults());
        boolean isFaulty = spans.stream().anyMatch(span -> !span.isFinalReads());
        return isFaulty && summary.times().isKnown() ? new Measure(summary).of(spans) : UNKNOWN;
    }

    /**
     * Returns the availability of the sessions at each node: of the same time as that of the whole, with the commits of
     * these sessions alone. Empty unless there are several nodes. O(nodes × transactions).
     *
     * @param sessions the numbers of the sessions at each node
     */
    public static SortedMap<String, Availability> byNode(History history, SortedMap<String, List<Integer>> sessions) {
        var nodes = new TreeMap<String, Availability>();
        if (sessions.size() > 1) {
            sessions.forEach((node, there) -> nodes.put(node, of(ofSessions(history, Set.copyOf(there)))));
        }
        return nodes;
    }

    /** Returns the summary of a history in which the commits of other sessions stand for ends that are none. */
    private static HistorySummary ofSessions(History history, Set<Integer> sessions) {
        var builder = new SummaryBuilder(history.header());
        for (int txn = 0; txn < history.txnCount(); txn++) {
            boolean isThere = sessions.contains(history.session(txn));
            builder.add(isThere ? history.outcome(txn) : ELSEWHERE, history.startNanos(txn), history.endNanos(txn), 0);
        }
        history.faults().forEach(builder::add);
        return builder.build();
    }

    /** The measurement of one history. */
    private static final class Measure {

        private final List<OutcomeCounts> buckets;
        private final long fromNanos;
        private final long widthNanos;
        private final List<Long> recoveries = new ArrayList<>();
        private int withoutCommit;
        private long secondsUp;
        private long seconds;
        private long gapNanos;

        Measure(HistorySummary summary) {
            this.buckets = summary.speed().outcomes().buckets();
            this.fromNanos = summary.speed().outcomes().fromNanos();
            this.widthNanos = summary.speed().outcomes().widthNanos();
        }

        Availability of(List<FaultSpan> spans) {
            int next = 0;
            for (FaultSpan reads :
                    spans.stream().filter(FaultSpan::isFinalReads).toList()) {
                stretch(next, bucket(reads.fromNanos()) - 1).ifPresent(stretch -> add(stretch, spans));
                next = reads.toNanos() == FaultSpan.OPEN ? buckets.size() : bucket(reads.toNanos()) + 1;
            }
            stretch(next, buckets.size() - 1).ifPresent(stretch -> add(stretch, spans));
            long[] sorted =
                    recoveries.stream().mapToLong(nanos -> nanos).sorted().toArray();
            return new Availability(
                    secondsUp,
                    seconds,
                    gapNanos,
                    new Recovery(
                            sorted.length,
                            sorted.length == 0 ? 0 : sorted[sorted.length / 2],
                            LongStream.of(sorted).max().orElse(0),
                            withoutCommit));
        }

        private int bucket(long nanos) {
            return Math.clamp(Math.floorDiv(nanos - fromNanos, widthNanos), -1, buckets.size());
        }

        private long begin(int bucket) {
            return fromNanos + bucket * widthNanos;
        }

        /** Returns the stretch between these buckets, without those at its ends in which no transaction ended. */
        private Optional<Stretch> stretch(int from, int to) {
            int first = from;
            int last = Math.min(to, buckets.size() - 1);
            while (last >= first && isEmpty(last)) {
                last--;
            }
            while (first > 0 && first <= last && isEmpty(first)) {
                first++;
            }
            return first <= last ? Optional.of(new Stretch(first, last)) : Optional.empty();
        }

        private boolean isEmpty(int bucket) {
            OutcomeCounts counts = buckets.get(bucket);
            return counts.ok() + counts.fail() + counts.info() == 0;
        }

        private void add(Stretch stretch, List<FaultSpan> spans) {
            long unit = Math.max(SECOND_NANOS, widthNanos);
            long units = 0;
            long latest = Long.MIN_VALUE;
            int gapFrom = stretch.first();
            for (int bucket = stretch.first(); bucket <= stretch.last() + 1; bucket++) {
                if (bucket > stretch.last() || buckets.get(bucket).ok() > 0) {
                    gapNanos = Math.max(gapNanos, (bucket - gapFrom) * widthNanos);
                    gapFrom = bucket + 1;
                }
                if (bucket <= stretch.last() && buckets.get(bucket).ok() > 0) {
                    long current = Math.floorDiv(begin(bucket), unit);
                    units += current == latest ? 0 : 1;
                    latest = current;
                }
            }
            long all = Math.floorDiv(begin(stretch.last()), unit) - Math.floorDiv(begin(stretch.first()), unit) + 1;
            secondsUp += units * (unit / SECOND_NANOS);
            seconds += all * (unit / SECOND_NANOS);
            spans.stream()
                    .filter(span -> !span.isFinalReads() && span.toNanos() != FaultSpan.OPEN)
                    // Some of a fault that failed may have been there, or nothing; nobody heals what the cluster did.
                    .filter(span -> !span.fault().startsWith(Durability.FAILED))
                    .filter(span -> !span.target().endsWith(FaultEvent.BY_ITSELF))
                    .forEach(span -> addRecovery(stretch, span.toNanos()));
        }

        private void addRecovery(Stretch stretch, long healedNanos) {
            int bucket = bucket(healedNanos);
            if (bucket < stretch.first() || bucket > stretch.last()) {
                return;
            }
            while (bucket <= stretch.last() && buckets.get(bucket).ok() == 0) {
                bucket++;
            }
            if (bucket > stretch.last()) {
                withoutCommit++;
            } else {
                recoveries.add(begin(bucket) + widthNanos - healedNanos);
            }
        }
    }
}

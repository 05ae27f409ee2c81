package moirai.runs.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.analysis.time.TimeBuckets;
import moirai.analysis.time.TimeCounts;
import moirai.analysis.time.TimeSeries;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.RunHeader;

/**
 * Takes in a history piece by piece and sums it up. The order of pieces and of the transactions in them makes no
 * difference, unless there are more than 250 different causes of failures: those that come first are told apart.
 *
 * <p>Memory is bounded however long the history is: at most some 40 MB, and 5 MB for most runs. Only faults are kept
 * one by one. For one thread.
 */
public final class SummaryBuilder {

    /** The maximal number of buckets of outcomes: a second each, up to thirty hours. */
    private static final int OUTCOMES_MAX = 110_000;

    /** The maximal number of buckets of latencies and causes, which is that of the points of a line on a page. */
    private static final int POINTS_MAX = 640;

    /**
     * The maximal number of distinct causes, so that a source that words every failure differently cannot fill the
     * memory.
     */
    private static final int CAUSES_MAX = 250;

    private static final int KINDS = OutcomeKind.values().length;

    private final RunHeader header;
    private final List<FaultEvent> faults = new ArrayList<>();
    private final TimeBuckets<long[]> outcomes =
            new TimeBuckets<>(OUTCOMES_MAX, () -> new long[KINDS], SummaryBuilder::merge);
    private final TimeBuckets<Latencies> latencies = new TimeBuckets<>(POINTS_MAX, Latencies::new, Latencies::merge);
    private final Map<Outcome, TimeBuckets<long[]>> causes = new LinkedHashMap<>();
    private final TimeBuckets<long[]> otherCauses = TimeCounts.counter(POINTS_MAX);
    private boolean timed = true;
    private boolean built;
    private long txnCount;
    private long opCount;
    private long keyCount = HistorySummary.UNKNOWN;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    /** Creates a builder that has taken in nothing of the history with this header. */
    public SummaryBuilder(RunHeader header) {
        this.header = header;
    }

    private static void merge(long[] into, long[] from) {
        for (int kind = 0; kind < KINDS; kind++) {
            into[kind] += from[kind];
        }
    }

    /** Takes in the transactions of a piece, but not its faults. O(transactions + buckets of latencies). */
    public SummaryBuilder add(History piece) {
        timed &= piece.isTimed();
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            int ops = piece.endOp(txn) - piece.firstOp(txn);
            add(piece.outcome(txn), piece.startNanos(txn), piece.endNanos(txn), ops);
        }
        latencies.series().buckets().forEach(Latencies::pack);
        return this;
    }

    /** Takes in a transaction. */
    public void add(Outcome outcome, long startNanos, long endNanos, int ops) {
        if (built) {
            throw new IllegalStateException("the summary is already built");
        }
        OutcomeKind kind = OutcomeKind.of(outcome);
        txnCount++;
        opCount += ops;
        if (startNanos < firstNanos) {
            firstNanos = startNanos;
            // The buckets are there from the first begin on.
            outcomes.at(startNanos);
            latencies.at(startNanos);
        }
        lastNanos = Math.max(lastNanos, endNanos);
        outcomes.at(endNanos)[kind.code()]++;
        latencies.at(endNanos).add(kind, endNanos - startNanos);
        if (kind != OutcomeKind.OK) {
            cause(outcome).at(endNanos)[0]++;
        }
    }

    private TimeBuckets<long[]> cause(Outcome outcome) {
        TimeBuckets<long[]> known = causes.get(outcome);
        if (known == null) {
            if (causes.size() == CAUSES_MAX) {
                return otherCauses;
            }
            known = TimeCounts.counter(POINTS_MAX);
            causes.put(outcome, known);
        }
        return known;
    }

    /** Takes in a fault event; those of one run have to come in order of time. */
    public SummaryBuilder add(FaultEvent event) {
        faults.add(event);
        return this;
    }

    /** Takes in the number of keys, which pieces do not tell. */
    public SummaryBuilder keys(long count) {
        keyCount = count;
        return this;
    }

    /** Returns the summary. Nothing can be taken in after it. O(buckets). */
    public HistorySummary build() {
        built = true;
        var sizes = new HistorySummary.Sizes(txnCount, opCount, keyCount);
        var times = txnCount == 0
                ? new HistorySummary.Times(false, 0, 0)
                : new HistorySummary.Times(timed, firstNanos, lastNanos);
        TimeSeries<long[]> counted = outcomes.series();
        var speed = new HistorySummary.Speed(
                new TimeSeries<>(
                        counted.fromNanos(),
                        counted.widthNanos(),
                        counted.buckets().stream().map(SummaryBuilder::counts).toList()),
                latencies.series(),
                sortedCauses());
        return new HistorySummary(header, faults, sizes, times, speed);
    }

    private static OutcomeCounts counts(long[] counts) {
        return new OutcomeCounts(
                counts[OutcomeKind.OK.code()], counts[OutcomeKind.FAIL.code()], counts[OutcomeKind.INFO.code()]);
    }

    private List<Cause> sortedCauses() {
        Stream<Cause> named = causes.entrySet().stream()
                .map(cause -> new Cause(
                        OutcomeKind.of(cause.getKey()), name(cause.getKey()), TimeCounts.of(cause.getValue())));
        return Stream.concat(named, Stream.of(new Cause(OutcomeKind.FAIL, "others", TimeCounts.of(otherCauses))))
                .filter(cause -> cause.total() > 0)
                .sorted(Comparator.comparingLong(Cause::total)
                        .reversed()
                        .thenComparing(cause -> cause.kind().label())
                        .thenComparing(Cause::name))
                .toList();
    }

    private static String name(Outcome outcome) {
        String name = switch (outcome) {
            case Outcome.Committed how -> "";
            case Outcome.Aborted(String cause) -> cause;
            case Outcome.Indeterminate(String cause) -> cause;
        };
        return name.isEmpty() ? "no reason given" : name;
    }
}

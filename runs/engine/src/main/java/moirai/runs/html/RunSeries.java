package moirai.runs.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import moirai.analysis.time.TimeSeries;
import moirai.runs.summary.Cause;
import moirai.runs.summary.HistorySummary;
import moirai.runs.summary.Latencies;
import moirai.runs.summary.OutcomeCounts;
import moirai.runs.summary.OutcomeKind;

/*
 * The points of a line are the buckets of latencies in the summary: at most 640. A point of a long run stands for a
 * minute or more, in which a stall of a second would not show in a mean. So each point also has the rate of its slowest
 * and of its fastest second, and the greatest latency: the minimum and the maximum of a group, which min-max
 * aggregation keeps (Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", 2014).
 *
 * The first and the last point are joined with their neighbours if the run covers less than half of them, as the rate
 * of a few transactions in a moment would be a peak that nobody saw.
 *
 * Latencies go to the page as a grid of time and size, of which it gets the cells that are not empty, each with its
 * count: a scatter plot that keeps every outlier.
 */
/** The speed of a run and the outcomes of its transactions, as series of bounded length. */
final class RunSeries {

    private static final int ROWS_A_DECADE = 14;
    private static final int ROWS = ROWS_A_DECADE * 9;

    /** The maximal number of cells; if there are more, cells become wider. */
    private static final int CELLS_MAX = 20_000;

    private static final int CAUSES_MAX = 12;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final double[] QUANTILES = {50, 95, 99, 100};

    private final HistorySummary.Times times;
    private final HistorySummary.Speed speed;
    private final TimeSeries<Latencies> raw;
    private final List<Point> points = new ArrayList<>();
    /** 1 if the first bucket is joined with the second, otherwise 0. */
    private final int joinedFirst;

    /** The transactions of each outcome that ended within a time. */
    record Ended(double seconds, long ok, long fail, long info) {

        /** The transactions of no time. */
        static final Ended NONE = new Ended(0, 0, 0, 0);

        Ended and(Ended other) {
            return new Ended(seconds + other.seconds, ok + other.ok, fail + other.fail, info + other.info);
        }
    }

    /** A reason for which transactions did not commit, with their number at each point. */
    private record CauseData(String outcome, String name, long total, List<Long> counts) {}

    /** The transactions of one outcome in the slowest and in the fastest stretch of each point. */
    private record PeakData(List<Long> min, List<Long> max) {}

    /** A point of the lines: its stretch of time, the end excluded, and the latencies in it. */
    private record Point(long fromNanos, long endNanos, List<Latencies> latencies) {}

    private RunSeries(HistorySummary summary) {
        this.times = summary.times();
        this.speed = summary.speed();
        this.raw = speed.latencies();
        int last = raw.buckets().size() - 1;
        this.joinedFirst = last > 1 && isMostlyOutside(0) ? 1 : 0;
        int joinedLast = last > 1 + joinedFirst && isMostlyOutside(last) ? 1 : 0;
        for (int i = joinedFirst; i <= last - joinedLast; i++) {
            int from = i == joinedFirst ? 0 : i;
            int end = i == last - joinedLast ? last + 1 : i + 1;
            points.add(new Point(begin(from), begin(end), raw.buckets().subList(from, end)));
        }
    }

    /** Returns the series of a summary. */
    static RunSeries of(HistorySummary summary) {
        return new RunSeries(summary);
    }

    private long begin(int bucket) {
        return raw.fromNanos() + bucket * raw.widthNanos();
    }

    private boolean isMostlyOutside(int bucket) {
        return times.secondsWithin(begin(bucket), begin(bucket + 1)) * 2e9 < raw.widthNanos();
    }

    /** Returns the time at which the first transaction began. */
    long firstNanos() {
        return times.firstNanos();
    }

    /** Returns the time at which the last transaction ended. */
    long lastNanos() {
        return times.lastNanos();
    }

    /** Returns the time between the points. */
    long widthNanos() {
        return raw.widthNanos();
    }

    /**
     * Returns the transactions of each outcome that ended while a fault was active, by whole buckets, and the length of
     * these buckets.
     */
    Ended during(long fromNanos, long toNanos) {
        long width = speed.outcomes().widthNanos();
        double seconds = times.secondsWithin(
                Math.floorDiv(fromNanos, width) * width, (Math.floorDiv(toNanos, width) + 1) * width);
        OutcomeCounts counts = speed.between(fromNanos, toNanos);
        return new Ended(seconds, counts.ok(), counts.fail(), counts.info());
    }

    /** Returns all series. A quantile of a point without a commit is 0. */
    Map<String, Object> data() {
        var data = new LinkedHashMap<String, Object>();
        data.put("first", times.firstNanos());
        data.put("last", times.lastNanos());
        data.put("from", begin(joinedFirst));
        data.put("slice", raw.widthNanos());
        data.put("slices", points.size());
        data.put("edges", List.of(seconds(points.getFirst()), seconds(points.getLast())));
        for (OutcomeKind kind : OutcomeKind.values()) {
            data.put(kind.label(), counts(kind));
        }
        data.put("beat", beatNanos());
        data.put("peaks", peaks());
        putCells(data);
        var quantiles = new LinkedHashMap<String, Object>();
        for (double quantile : QUANTILES) {
            quantiles.put(
                    quantile == 100 ? "max" : "p" + (int) quantile,
                    points.stream().mapToLong(point -> micros(point, quantile)).toArray());
        }
        data.put("quantiles", quantiles);
        List<Cause> left = speed.causes().stream().skip(CAUSES_MAX).toList();
        data.put("causes", causes());
        data.put("causesLeft", left.size());
        data.put("causesLeftTotal", left.stream().mapToLong(Cause::total).sum());
        return data;
    }

    private double seconds(Point point) {
        return times.secondsWithin(point.fromNanos, point.endNanos);
    }

    private long[] counts(OutcomeKind kind) {
        return points.stream()
                .mapToLong(point ->
                        speed.between(point.fromNanos, point.endNanos - 1).of(kind))
                .toArray();
    }

    private static long micros(Point point, double quantile) {
        return Latencies.sum(point.latencies).micros(quantile);
    }

    /** Returns the length of the stretches whose rates are compared with each other. */
    private long beatNanos() {
        return Math.max(SECOND_NANOS, speed.outcomes().widthNanos());
    }

    /** Returns the peaks of each outcome; none if a point is no longer than a stretch. */
    private Map<String, PeakData> peaks() {
        var peaks = new LinkedHashMap<String, PeakData>();
        if (beatNanos() < raw.widthNanos()) {
            List<List<OutcomeCounts>> beats = points.stream().map(this::beats).toList();
            for (OutcomeKind kind : OutcomeKind.values()) {
                peaks.put(
                        kind.label(),
                        new PeakData(
                                beats.stream()
                                        .map(all -> of(all, kind).min().orElse(0))
                                        .toList(),
                                beats.stream()
                                        .map(all -> of(all, kind).max().orElse(0))
                                        .toList()));
            }
        }
        return peaks;
    }

    private static LongStream of(List<OutcomeCounts> counts, OutcomeKind kind) {
        return counts.stream().mapToLong(one -> one.of(kind));
    }

    /** Returns the outcomes in each stretch of a point, without those that begin before the run or end after it. */
    private List<OutcomeCounts> beats(Point point) {
        var beats = new ArrayList<OutcomeCounts>();
        for (long from = point.fromNanos; from < point.endNanos; from += beatNanos()) {
            if (from >= times.firstNanos() && from + beatNanos() <= times.lastNanos() + 1) {
                beats.add(speed.between(from, from + beatNanos() - 1));
            }
        }
        return beats;
    }

    /** Puts the cells of each outcome, three numbers for each: column, row and count; and the points of a column. */
    private void putCells(Map<String, Object> data) {
        int columnPoints = 0;
        List<List<Long>> cells;
        do {
            columnPoints = Math.max(1, 2 * columnPoints);
            cells = new ArrayList<>();
            for (OutcomeKind kind : OutcomeKind.values()) {
                cells.add(cells(kind, columnPoints));
            }
        } while (cells.stream().mapToInt(List::size).sum() > 3 * CELLS_MAX && columnPoints < points.size());
        data.put("rowsADecade", ROWS_A_DECADE);
        data.put("columnPoints", columnPoints);
        data.put("cells", cells);
    }

    private List<Long> cells(OutcomeKind kind, int columnPoints) {
        var cells = new ArrayList<Long>();
        for (int from = 0; from < points.size(); from += columnPoints) {
            long[] rows = new long[ROWS];
            points.subList(from, Math.min(from + columnPoints, points.size())).stream()
                    .flatMap(point -> point.latencies.stream())
                    .forEach(latencies -> latencies.each(kind, (micros, count) -> rows[row(micros)] += count));
            for (int row = 0; row < ROWS; row++) {
                if (rows[row] > 0) {
                    cells.add((long) from / columnPoints);
                    cells.add((long) row);
                    cells.add(rows[row]);
                }
            }
        }
        return cells;
    }

    private static int row(long micros) {
        return Math.clamp((long) (Math.log10((double) micros) * ROWS_A_DECADE), 0, ROWS - 1);
    }

    private List<CauseData> causes() {
        return speed.causes().stream()
                .limit(CAUSES_MAX)
                .map(cause -> new CauseData(
                        cause.kind().label(), Witness.clipped(cause.name()), cause.total(), counts(cause)))
                .toList();
    }

    private List<Long> counts(Cause cause) {
        long[] counts = new long[points.size()];
        long[] all = cause.overTime()
                .in(raw.fromNanos(), raw.widthNanos(), raw.buckets().size());
        IntStream.range(0, all.length)
                .forEach(bucket -> counts[Math.clamp(bucket - joinedFirst, 0, counts.length - 1)] += all[bucket]);
        return LongStream.of(counts).boxed().toList();
    }
}

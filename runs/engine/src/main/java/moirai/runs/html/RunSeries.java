package moirai.runs.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.History;
import moirai.history.Outcome;
import org.HdrHistogram.IntCountsHistogram;

/*
 * One pass over the columns. Latencies go into a grid of time and size, of which the page gets the cells that are not
 * empty, each with its count: a scatter plot that keeps every outlier and is no larger for a longer run. Quantiles are
 * those of a histogram for each slice of time; with two digits all of them together take a few megabytes. Rates and
 * causes are counters. Nothing is allocated for a transaction.
 */
/** The speed of a run and the outcomes of its transactions, as series of bounded length. */
final class RunSeries {

    static final int SLICES = 240;
    private static final int ROWS_A_DECADE = 14;
    private static final int DECADES = 9;
    private static final int ROWS = ROWS_A_DECADE * DECADES;
    private static final int OUTCOMES = 3;
    private static final int CAUSES_MAX = 12;

    /**
     * The maximal number of distinct causes, so that a source that words every failure differently cannot fill the
     * memory.
     */
    private static final int CAUSES_KEPT_MAX = 250;

    private static final int DIGITS = 2;
    private static final long MICROS_MAX = 3_600_000_000L;
    private static final double[] QUANTILES = {50, 95, 99, 100};

    private final long firstNanos;
    private final double sliceNanos;
    private final int[][] ended = new int[OUTCOMES][SLICES];
    private final int[][] grid = new int[OUTCOMES][SLICES * ROWS];
    private final IntCountsHistogram[] latencies = new IntCountsHistogram[SLICES];
    private final IdentityHashMap<Outcome, Cause> causes = new IdentityHashMap<>();
    private final Cause others = new Cause("fail", "others");

    /** The transactions of each outcome that ended within a time. */
    record Ended(double seconds, long ok, long fail, long info) {}

    /** A reason for which transactions did not commit, with their number in each slice. */
    private record CauseData(String outcome, String name, long total, List<Integer> counts) {}

    /** The number of transactions of one outcome, by slices of time. */
    private static final class Cause {

        private final String outcome;
        private final String name;
        private final int[] counts = new int[SLICES];

        Cause(String outcome, String name) {
            this.outcome = outcome;
            this.name = name;
        }

        String outcome() {
            return outcome;
        }

        String name() {
            return name;
        }

        long total() {
            return IntStream.of(counts).asLongStream().sum();
        }
    }

    private RunSeries(long firstNanos, long lastNanos) {
        this.firstNanos = firstNanos;
        this.sliceNanos = Math.max(1.0, (lastNanos - firstNanos + 1.0) / SLICES);
    }

    /**
     * Returns the series of a history that has times; a history without times gives series without transactions. Costs
     * O(transactions).
     */
    static RunSeries of(History history) {
        long first = Long.MAX_VALUE;
        long last = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            first = Math.min(first, history.startNanos(txn));
            last = Math.max(last, history.endNanos(txn));
        }
        var series = new RunSeries(Math.min(first, last), last);
        for (int txn = 0; txn < history.txnCount() && history.isTimed(); txn++) {
            series.add(history.outcome(txn), history.startNanos(txn), history.endNanos(txn));
        }
        return series;
    }

    private void add(Outcome outcome, long startNanos, long endNanos) {
        int kind = kind(outcome);
        int slice = slice(endNanos);
        long micros = Math.clamp((endNanos - startNanos) / 1000, 1, MICROS_MAX);
        ended[kind][slice]++;
        grid[kind][slice * ROWS + Math.min(ROWS - 1, (int) (Math.log10((double) micros) * ROWS_A_DECADE))]++;
        if (kind == 0) {
            latency(slice).recordValue(micros);
        } else {
            cause(outcome).counts[slice]++;
        }
    }

    private static int kind(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed how -> 0;
            case Outcome.Aborted how -> 1;
            case Outcome.Indeterminate how -> 2;
        };
    }

    private int slice(long nanos) {
        return Math.clamp((long) ((nanos - firstNanos) / sliceNanos), 0, SLICES - 1);
    }

    private IntCountsHistogram latency(int slice) {
        IntCountsHistogram known = latencies[slice];
        if (known == null) {
            known = new IntCountsHistogram(DIGITS);
            known.setAutoResize(true);
            latencies[slice] = known;
        }
        return known;
    }

    /** Returns the cause of an outcome. A history has one object for each outcome, so no contents are compared. */
    private Cause cause(Outcome outcome) {
        Cause known = causes.get(outcome);
        if (known == null && causes.size() >= CAUSES_KEPT_MAX) {
            return others;
        }
        if (known == null) {
            String name = switch (outcome) {
                case Outcome.Committed how -> "";
                case Outcome.Aborted(String cause) -> cause;
                case Outcome.Indeterminate(String cause) -> cause;
            };
            known = new Cause(Witness.outcome(outcome), name.isEmpty() ? "no reason given" : name);
            causes.put(outcome, known);
        }
        return known;
    }

    /** Returns the time at which the first transaction began. */
    long firstNanos() {
        return firstNanos;
    }

    /** Returns the time at which the last transaction ended. */
    long lastNanos() {
        return firstNanos + Math.round(sliceNanos * SLICES) - 1;
    }

    /**
     * Returns the transactions of each outcome that ended while a fault was active, by whole slices, and the length of
     * these slices.
     */
    Ended during(long fromNanos, long toNanos) {
        int from = slice(fromNanos);
        int to = slice(toNanos);
        return new Ended((to - from + 1) * sliceNanos / 1e9, sum(0, from, to), sum(1, from, to), sum(2, from, to));
    }

    private long sum(int kind, int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToLong(slice -> ended[kind][slice])
                .sum();
    }

    /**
     * Returns all series. A quantile of a slice without a commit is 0; a cell is time, size and count, three times.
     */
    Map<String, Object> data() {
        var data = new LinkedHashMap<String, Object>();
        data.put("from", firstNanos);
        data.put("slice", sliceNanos);
        data.put("slices", SLICES);
        data.put("rowsADecade", ROWS_A_DECADE);
        data.put("ok", ended[0]);
        data.put("fail", ended[1]);
        data.put("info", ended[2]);
        data.put("cells", List.of(cells(grid[0]), cells(grid[1]), cells(grid[2])));
        var quantiles = new LinkedHashMap<String, Object>();
        for (double quantile : QUANTILES) {
            quantiles.put(
                    quantile == 100 ? "max" : "p" + (int) quantile,
                    IntStream.range(0, SLICES)
                            .mapToLong(slice -> micros(slice, quantile))
                            .toArray());
        }
        data.put("quantiles", quantiles);
        List<Cause> all = Stream.concat(causes.values().stream(), Stream.of(others))
                .filter(cause -> cause.total() > 0)
                .sorted(Comparator.comparingLong(Cause::total)
                        .reversed()
                        .thenComparing(Cause::outcome)
                        .thenComparing(Cause::name))
                .toList();
        List<Cause> left = all.subList(Math.min(CAUSES_MAX, all.size()), all.size());
        data.put("causes", causes(all));
        data.put("causesLeft", left.size());
        data.put("causesLeftTotal", left.stream().mapToLong(Cause::total).sum());
        return data;
    }

    private long micros(int slice, double quantile) {
        IntCountsHistogram known = latencies[slice];
        return known == null ? 0 : known.getValueAtPercentile(quantile);
    }

    private static List<Integer> cells(int[] counts) {
        var cells = new ArrayList<Integer>();
        for (int cell = 0; cell < counts.length; cell++) {
            if (counts[cell] > 0) {
                cells.add(cell / ROWS);
                cells.add(cell % ROWS);
                cells.add(counts[cell]);
            }
        }
        return cells;
    }

    private static List<CauseData> causes(List<Cause> all) {
        return all.stream()
                .limit(CAUSES_MAX)
                .map(cause -> new CauseData(
                        cause.outcome,
                        Witness.clipped(cause.name),
                        cause.total(),
                        IntStream.of(cause.counts).boxed().toList()))
                .toList();
    }
}

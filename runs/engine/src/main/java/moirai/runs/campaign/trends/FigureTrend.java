package moirai.runs.campaign.trends;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;
import org.jspecify.annotations.Nullable;

/**
 * Whether a figure of a cell, such as its throughput, left the level that it had before, and since when.
 *
 * <p>The last one to {@value #LATE_MAX} nights are compared with all before them by the exact test of Mann and Whitney
 * (1947), which looks at nothing but the order of the values: it assumes no distribution, and a single outlier cannot
 * pass it. The most significant split counts, at as many times its probability as there were splits (Bonferroni). A
 * change of the median that is smaller than {@value #LEAST} of it is none, however sure.
 *
 * @param since how many nights ago the first night of the new level was; 0 is the last one
 * @param before the median of the nights before
 * @param now the median of the nights since
 * @param chance the probability that chance alone explains a change as great as this; 1 if there was nothing to test
 */
public record FigureTrend(int since, double before, double now, double chance) {

    /** The number of last nights that a new level may have, while it is told from the old one. */
    static final int LATE_MAX = 7;

    /** The smallest change that counts, as a share of the median. */
    static final double LEAST = 0.05;

    /** The number of nights that there have to be before a change. */
    private static final int EARLY_MIN = 5;

    /** The number of nights that are looked at. */
    private static final int NIGHTS_MAX = 60;

    /**
     * Returns the most significant change in the last nights; empty where there were too few nights for one.
     *
     * @param nights the figure of each night, of which the last one is tonight
     */
    public static Optional<FigureTrend> of(double[] nights) {
        double[] recent = Arrays.copyOfRange(nights, Math.max(0, nights.length - NIGHTS_MAX), nights.length);
        int splits = Math.min(LATE_MAX, recent.length - EARLY_MIN);
        @Nullable FigureTrend best = null;
        for (int late = 1; late <= splits; late++) {
            double[] early = Arrays.copyOf(recent, recent.length - late);
            double[] last = Arrays.copyOfRange(recent, recent.length - late, recent.length);
            double chance = Math.min(1, splits * chance(early, last));
            var trend = new FigureTrend(late - 1, median(early), median(last), chance);
            if (trend.isLargeEnough() && (best == null || chance < best.chance())) {
                best = trend;
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * Returns the p-value of the exact two-sided test. Equal values are ordered as speaks least for a change, since the
     * exact test knows none, and the other one is far off where most values are 0.
     */
    private static double chance(double[] early, double[] late) {
        boolean isHigher = median(late) > median(early);
        int[] order = IntStream.range(0, early.length + late.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> i < early.length ? early[i] : late[i - early.length])
                        .thenComparing(i -> i < early.length == isHigher))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] earlyRanks = new double[early.length];
        double[] lateRanks = new double[late.length];
        for (int rank = 0; rank < order.length; rank++) {
            if (order[rank] < early.length) {
                earlyRanks[order[rank]] = rank;
            } else {
                lateRanks[order[rank] - early.length] = rank;
            }
        }
        return MannWhitneyUTest.withDefaults()
                .with(PValueMethod.EXACT)
                .test(earlyRanks, lateRanks)
                .getPValue();
    }

    private boolean isLargeEnough() {
        return Math.abs(now - before) > LEAST * Math.abs(before);
    }

    private static double median(double[] values) {
        return Median.withDefaults().evaluate(values);
    }
}

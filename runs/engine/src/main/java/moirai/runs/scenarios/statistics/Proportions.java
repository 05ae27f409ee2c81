package moirai.runs.scenarios.statistics;

import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.FisherExactTest;
import org.apache.commons.statistics.interval.BinomialConfidenceInterval;
import org.apache.commons.statistics.interval.Interval;

/** The exact statistics of counts and rates, valid for any number of attempts and without a normal distribution. */
public final class Proportions {

    private Proportions() {}

    /**
     * Returns an interval that contains the true rate in 95 % of all cases or more (Clopper, Pearson, 1934). It is
     * right for a number of attempts that was fixed before the first of them; it is not right for a count that ended
     * with the n-th success, or with the first test that was passed.
     *
     * @param tally at least one attempt that was judged
     */
    public static Range range(Tally tally) {
        Interval interval = BinomialConfidenceInterval.CLOPPER_PEARSON.fromErrorRate(
                requireJudged(tally).judged(), tally.shown(), 0.05);
        return new Range(interval.getLowerBound(), interval.getUpperBound());
    }

    /**
     * Returns a lower bound of the true rate that holds in 95 % of all cases or more: the lower end of a one-sided
     * interval. If the tally was picked from several, each of them is given an equal part of the 5 % (Bonferroni).
     *
     * @param tally at least one attempt that was judged, of a number that was fixed before
     * @param choices the number of tallies that it was picked from, 1 if it was the only one
     */
    public static double lowerBound(Tally tally, int choices) {
        return BinomialConfidenceInterval.CLOPPER_PEARSON
                .fromErrorRate(requireJudged(tally).judged(), tally.shown(), 0.1 / choices)
                .getLowerBound();
    }

    /** An interval of rates, both ends included. */
    public record Range(double low, double high) {}

    private static Tally requireJudged(Tally tally) {
        if (tally.judged() == 0) {
            throw new IllegalArgumentException("no attempt was judged");
        }
        return tally;
    }

    /**
     * Returns the p-value of Fisher's exact test, one-sided: the probability that {@code one} shows the failure at
     * least so much more often than {@code other} if both have the same rate.
     *
     * @return 1 if one of them has no attempt that was judged
     */
    public static double moreOften(Tally one, Tally other) {
        if (one.judged() == 0 || other.judged() == 0 || one.shown() + other.shown() == 0) {
            return 1;
        }
        if (one.notShown() + other.notShown() == 0) {
            return 1;
        }
        int[][] table = {{one.shown(), one.notShown()}, {other.shown(), other.notShown()}};
        return FisherExactTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(table)
                .getPValue();
    }

    /**
     * Returns the number of attempts without a failure that suffice to conclude its absence, rounded up: the smallest n
     * with (1 - rate)^n at most 1 - confidence.
     *
     * @param rate the rate at which it shows where it is present; above 0, at most 1
     * @param confidence above 0, below 1
     * @return {@link Integer#MAX_VALUE} for more than an int holds
     */
    public static int attemptsForAbsence(double rate, double confidence) {
        if (!(rate > 0 && rate <= 1) || !(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("rate " + rate + " or confidence " + confidence + " is out of range");
        }
        if (rate == 1) {
            return 1;
        }
        double attempts = Math.log1p(-confidence) / Math.log1p(-rate);
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(attempts - 1e-9));
    }
}

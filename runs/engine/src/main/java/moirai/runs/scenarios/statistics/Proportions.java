package moirai.runs.scenarios.statistics;

import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.FisherExactTest;
import org.apache.commons.statistics.interval.BinomialConfidenceInterval;
import org.apache.commons.statistics.interval.Interval;

/** What counts say about rates. All of it is exact, no matter how few there are, and needs no normal distribution. */
public final class Proportions {

    private Proportions() {}

    /**
     * A range that contains the true rate in 95 % of all cases or more (Clopper, Pearson, 1934). It is right for a
     * number of attempts that was fixed before the first of them; of a count that ended with the n-th success, or with
     * the first test that was passed, it is not.
     *
     * @param tally at least one attempt that was judged
     */
    public static Range range(Tally tally) {
        Interval interval = BinomialConfidenceInterval.CLOPPER_PEARSON.fromErrorRate(
                requireJudged(tally).judged(), tally.shown(), 0.05);
        return new Range(interval.getLowerBound(), interval.getUpperBound());
    }

    /**
     * A rate that the true one is not below in 95 % of all cases or more: the lower end of a one-sided interval.
     *
     * @param tally at least one attempt that was judged, of a number that was fixed before
     */
    public static double lowerBound(Tally tally) {
        return BinomialConfidenceInterval.CLOPPER_PEARSON
                .fromErrorRate(requireJudged(tally).judged(), tally.shown(), 0.1)
                .getLowerBound();
    }

    /** Both ends are rates. */
    public record Range(double low, double high) {}

    private static Tally requireJudged(Tally tally) {
        if (tally.judged() == 0) {
            throw new IllegalArgumentException("no attempt was judged");
        }
        return tally;
    }

    /**
     * Fisher's exact test, one-sided: how likely it is that the one shows at least so much more often than the other
     * if they are the same.
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
     * How many attempts in which a failure does not show are enough to say that it is not there, rounded up: the
     * smallest n with (1 - rate)^n at most 1 - confidence.
     *
     * @param rate with which it shows where it is there; above 0, at most 1
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

package moirai.runs.campaign.trends;

import java.util.List;
import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;

/**
 * What became of an anomaly of one shape in one cell, told by how many runs of each night showed it.
 *
 * <p>That it is seen more often is told by Fisher's exact test of the last nights, one to {@value #LATE_MAX} of them,
 * against all before: the most significant split counts, at as many times its probability as there were splits.
 *
 * <p>That it is gone is told by the same test of the nights between the first and the last that showed it, the last
 * included, against those since: if k of n runs showed it and the order of runs meant nothing, the last m of them would
 * all be without it with probability C(n-m, k) / C(n, k). What came before the first one is left out, since it may have
 * been new then, and so is the first itself, since it was chosen for showing it.
 *
 * @param all all runs, this night's among them; of one that is seen as before, those from the first night on that
 *     showed it: before that it may not have been there
 * @param until the runs after the first night that showed it, up to the last night before this one that did
 * @param since the runs after that last night, this night's among them
 * @param chance the probability that chance alone explains a change as great as this; 1 if there was nothing to test
 */
public record ShapeTrend(Change change, Tally all, Tally until, Tally since, double chance) {

    /** The number of last nights that may show it more often. */
    private static final int LATE_MAX = 7;

    /**
     * Returns the trend.
     *
     * @param nights the runs of each night, of which the last one is tonight; those that were judged count
     * @param significance how improbable it must be that chance explains a change: above 0, below 1
     */
    public static ShapeTrend of(List<Tally> nights, double significance) {
        if (nights.isEmpty() || !(significance > 0 && significance < 1)) {
            throw new IllegalArgumentException(nights.size() + " nights, significance " + significance);
        }
        List<Tally> before = nights.subList(0, nights.size() - 1).stream()
                .filter(night -> night.judged() > 0)
                .toList();
        Tally tonight = nights.getLast();
        Tally all = sum(before).plus(tonight);
        int first = 0;
        while (first < before.size() && before.get(first).shown() == 0) {
            first++;
        }
        int end = before.size();
        while (end > first && before.get(end - 1).shown() == 0) {
            end--;
        }
        Tally until = first < end ? sum(before.subList(first + 1, end)) : Tally.NONE;
        Tally since = sum(before.subList(end, before.size())).plus(tonight);
        if (tonight.judged() == 0) {
            return new ShapeTrend(Change.UNKNOWN, all, until, since, 1);
        }
        if (tonight.shown() == 0) {
            double chance = Proportions.moreOften(until, since);
            return new ShapeTrend(chance <= significance ? Change.GONE : Change.MISSED, all, until, since, chance);
        }
        double chance = moreOften(before, tonight);
        Tally there = sum(before.subList(first, before.size())).plus(tonight);
        Change change = seen(before, there, chance, significance);
        boolean isAsBefore = change == Change.STILL || change == Change.FLAKY;
        return new ShapeTrend(change, isAsBefore ? there : all, until, since, chance);
    }

    /**
     * Returns the least probability that {@link #of} can find, whatever the order of these runs: that of one order of
     * them, as far as it is told.
     */
    public static double least(List<Tally> nights) {
        Tally all = sum(nights);
        return 1 / BinomialCoefficientDouble.value(all.judged(), all.shown());
    }

    private static Change seen(List<Tally> before, Tally there, double chance, double significance) {
        if (sum(before).shown() == 0) {
            return Change.NEW;
        }
        if (of(before, significance).change() == Change.GONE) {
            return Change.BACK;
        }
        if (chance <= significance) {
            return Change.MORE_OFTEN;
        }
        return there.notShown() == 0 ? Change.STILL : Change.FLAKY;
    }

    private static double moreOften(List<Tally> before, Tally tonight) {
        double least = 1;
        int splits = Math.min(LATE_MAX, before.size());
        for (int late = 1; late <= splits; late++) {
            int first = before.size() - late + 1;
            Tally since = sum(before.subList(first, before.size())).plus(tonight);
            least = Math.min(least, splits * Proportions.moreOften(since, sum(before.subList(0, first))));
        }
        return least;
    }

    private static Tally sum(List<Tally> nights) {
        return nights.stream().reduce(Tally.NONE, Tally::plus);
    }

    /** Returns the same trend of a shape that was seen for the first time, beside others of its phenomenon. */
    public ShapeTrend asVariant() {
        return change == Change.NEW ? new ShapeTrend(Change.VARIANT, all, until, since, chance) : this;
    }

    /** Returns the same trend without a test of whether it is gone. */
    public ShapeTrend untested() {
        return new ShapeTrend(change, all, Tally.NONE, since, 1);
    }

    /**
     * Returns how many more runs without it would show that it is gone.
     *
     * @return 0 if it is gone; at most {@code max}
     */
    public int runsToGone(double significance, int max) {
        for (int more = 0; more < max; more++) {
            Tally longer = new Tally(since.shown(), since.notShown() + more, since.unknown());
            if (Proportions.moreOften(until, longer) <= significance) {
                return more;
            }
        }
        return max;
    }
}

package moirai.runs.campaign.trends;

import java.util.List;
import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/**
 * What became of an anomaly of one shape in one cell, told by how many runs of each night showed it.
 *
 * <p>That it is seen more often is told by Fisher's exact test of this night against all before. That it is gone is told
 * by the same test of all nights up to the last that showed it against those since: if k of n runs showed it and the
 * order of runs meant nothing, the last m of them would all be without it with probability C(n-m, k) / C(n, k).
 *
 * @param until the runs up to the last night before this one that showed it
 * @param since the runs after that night, this night's among them
 * @param chance the probability that chance alone explains a change as great as this; 1 if there was nothing to test
 */
public record ShapeTrend(Change change, Tally until, Tally since, double chance) {

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
        int last = lastShown(before);
        Tally until = sum(before.subList(0, last + 1));
        Tally tonight = nights.getLast();
        Tally since = sum(before.subList(last + 1, before.size())).plus(tonight);
        if (tonight.judged() == 0) {
            return new ShapeTrend(Change.UNKNOWN, until, since, 1);
        }
        if (tonight.shown() == 0) {
            double chance = Proportions.moreOften(until, since);
            return new ShapeTrend(chance <= significance ? Change.GONE : Change.MISSED, until, since, chance);
        }
        double chance = Proportions.moreOften(tonight, sum(before));
        return new ShapeTrend(seen(before, tonight, chance, significance), until, since, chance);
    }

    private static Change seen(List<Tally> before, Tally tonight, double chance, double significance) {
        Tally all = sum(before);
        if (all.shown() == 0) {
            return Change.NEW;
        }
        if (of(before, significance).change() == Change.GONE) {
            return Change.BACK;
        }
        if (chance <= significance) {
            return Change.MORE_OFTEN;
        }
        return all.notShown() + tonight.notShown() == 0 ? Change.STILL : Change.FLAKY;
    }

    private static int lastShown(List<Tally> nights) {
        int last = nights.size() - 1;
        while (last >= 0 && nights.get(last).shown() == 0) {
            last--;
        }
        return last;
    }

    private static Tally sum(List<Tally> nights) {
        return nights.stream().reduce(Tally.NONE, Tally::plus);
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

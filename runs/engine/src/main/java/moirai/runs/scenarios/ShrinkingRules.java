package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/**
 * The rules by which a scenario counts as confirmed.
 *
 * @param times the number of times that a failure has to be shown
 * @param sessionsMin the smallest number of sessions that is tried; some claims need two
 */
public record ShrinkingRules(int times, int sessionsMin) {

    /** The maximal number of attempts for each time that a failure has to be shown. */
    private static final int ATTEMPTS_A_TIME = 10;

    private static final int TIMES_MAX = 100;

    /** The share of the expected number of failures that is relied on. */
    private static final double UNLUCKY = 0.7;

    /** The probability of chance, over all claims together, below which a difference counts as significant. */
    static final double SIGNIFICANCE = 0.05;

    /** More than a sum of probabilities is rounded by: three of three and none of three are exactly 1 in 20. */
    static final double ROUNDING = 1e-9;

    public ShrinkingRules {
        if (times < 1 || times > TIMES_MAX) {
            throw new IllegalArgumentException("'" + times + "' is out of range: expected 1 to " + TIMES_MAX);
        }
        if (sessionsMin < 1) {
            throw new IllegalArgumentException("at least " + sessionsMin + " sessions");
        }
    }

    /** Returns the number of attempts after which a failure that was not shown often enough is not confirmed. */
    int attemptsMax() {
        return times * ATTEMPTS_A_TIME;
    }

    /**
     * Returns the number of attempts by which a scenario of about this rate is measured at the end. The number is fixed
     * beforehand. It is large enough for the failure to be shown often enough unless the rate is much lower. It never
     * exceeds the number that the whole run was given, so that the measure is as strict.
     *
     * @param rate an estimate, from 0 to 1
     */
    int attempts(double rate) {
        int count = times;
        while (count < attemptsMax() && Math.floor(UNLUCKY * rate * count) < times) {
            count++;
        }
        return count;
    }

    /**
     * Returns the number of attempts at a scenario without a fault, after which that is called needed if none of them
     * shows the failure; as many at least as would show that it is not needed.
     *
     * @param with the count with the fault
     * @param claims how many faults may have to be called needed
     */
    int attemptsWithout(Tally with, int claims) {
        int count = times;
        while (count < attemptsMax()
                && Proportions.moreOften(with, new Tally(0, count, 0)) > SIGNIFICANCE / claims + ROUNDING) {
            count++;
        }
        return count;
    }

    /** Returns whether the least that can be tried is worth a try: one session alone shows such a failure. */
    boolean isOneSessionEnough() {
        return sessionsMin == 1;
    }

    /**
     * Returns the number of attempts that the last measures of this scenario take, if they are short; the search
     * reserves time for them.
     */
    int reserve(Scenario scenario) {
        return times * 2 * (1 + scenario.faults().size());
    }
}

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
     * beforehand. It is large enough for the failure to be shown often enough unless the rate is much lower, and for a
     * fault to be called needed if the failure never occurs without it. It never exceeds the number that the whole run
     * was given, so that the measure is as strict.
     *
     * @param rate an estimate, from 0 to 1
     * @param claims how many faults may have to be called needed
     */
    int attempts(double rate, int claims) {
        for (int count = times; count < attemptsMax(); count++) {
            int shown = (int) Math.floor(UNLUCKY * rate * count);
            double chance = Proportions.moreOften(new Tally(shown, count - shown, 0), new Tally(0, count, 0));
            if (shown >= times && (claims == 0 || chance <= SIGNIFICANCE / claims)) {
                return count;
            }
        }
        return attemptsMax();
    }

    /**
     * Returns the number of attempts that the last measures of this scenario take, if they are short; the search
     * reserves time for them.
     */
    int reserve(Scenario scenario) {
        return times * 2 * (1 + scenario.faults().size());
    }
}

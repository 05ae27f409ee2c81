package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/**
 * When a scenario counts as confirmed.
 *
 * @param times how often a failure has to be shown
 * @param sessionsMin fewer are not tried; what a claim is about may need two
 */
public record ShrinkingRules(int times, int sessionsMin) {

    /** In so many attempts at most for each time that it has to be shown. */
    private static final int ATTEMPTS_A_TIME = 10;

    private static final int TIMES_MAX = 100;

    /** Of what is expected of a number of attempts, what may be counted on. */
    private static final double UNLUCKY = 0.7;

    /** Below that chance, of all that is claimed together, a difference counts as shown. */
    static final double SIGNIFICANCE = 0.05;

    public ShrinkingRules {
        if (times < 1 || times > TIMES_MAX) {
            throw new IllegalArgumentException("'" + times + "' is out of range: expected 1 to " + TIMES_MAX);
        }
        if (sessionsMin < 1) {
            throw new IllegalArgumentException("at least " + sessionsMin + " sessions");
        }
    }

    /** Attempts after which a failure that was not shown often enough is not confirmed. */
    int attemptsMax() {
        return times * ATTEMPTS_A_TIME;
    }

    /**
     * How often a scenario of about this rate is measured at the end: a number that is fixed before, large enough for
     * the failure to be shown often enough unless the rate is much lower, and for a fault without which it is never
     * shown to be called needed. Never more than the whole run was given, so that the measure is as strict.
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

    /** Attempts that the last measures of this scenario take, if they are short: to be kept in reserve meanwhile. */
    int reserve(Scenario scenario) {
        return times * 2 * (1 + scenario.faults().size());
    }
}

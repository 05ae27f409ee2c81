package moirai.runs.scenarios.statistics;

/*
 * Wald's sequential probability ratio test (Sequential Tests of Statistical Hypotheses, 1945) of two rates: "as often
 * as the reference" against "a quarter as often or less". The logarithm of the likelihood ratio moves up at each
 * attempt that shows the failure and down at each that does not, and the test ends when it leaves a band. Of rates
 * between the two either answer may come; whoever takes the answer for more than a choice has to measure again, with
 * other attempts.
 *
 * The errors are bounded by ACCEPTED_WRONGLY and REJECTED_WRONGLY in Wald's approximation. Rejection is the harmless
 * mistake: something larger is kept. The reference is capped, as an estimate from a few attempts is often 1, and a
 * single attempt that does not show it would then prove everything.
 */
/**
 * A sequential test that decides, with as few attempts as it can, whether a scenario shows a failure about as often as
 * a reference.
 */
public final class SequentialTest {

    private static final double ACCEPTED_WRONGLY = 0.05;
    private static final double REJECTED_WRONGLY = 0.1;
    private static final double RATIO = 4;
    private static final double REFERENCE_MIN = 0.02;
    private static final double REFERENCE_MAX = 0.9;

    private static final double UPPER = Math.log((1 - REJECTED_WRONGLY) / ACCEPTED_WRONGLY);
    private static final double LOWER = Math.log(REJECTED_WRONGLY / (1 - ACCEPTED_WRONGLY));

    /**
     * The number of expected failures, beyond the required ones, after which the test ends undecided. A test of a rate
     * between the two hypotheses could go on for very long.
     */
    private static final double SHOWS_EXPECTED_MAX = 9;

    private final double reference;
    private final int shownMin;

    /** The decision so far. */
    public enum Decision {
        /** The failure was shown often enough. */
        ACCEPTED,
        /** The failure was shown too rarely. */
        REJECTED,
        /** The test is undecided; another attempt may decide it. */
        OPEN
    }

    /**
     * Creates a test against this rate.
     *
     * @param reference the rate to keep up with, from 0 to 1
     * @param shownMin the number of times that the failure has to be shown at least
     */
    public SequentialTest(double reference, int shownMin) {
        if (!(reference >= 0 && reference <= 1) || shownMin < 1) {
            throw new IllegalArgumentException("reference " + reference + ", at least " + shownMin + " shown");
        }
        this.reference = Math.clamp(reference, REFERENCE_MIN, REFERENCE_MAX);
        this.shownMin = shownMin;
    }

    /**
     * Returns the decision for these attempts. The test is to be asked after each attempt, and not again after a
     * decision.
     */
    public Decision decide(Tally tally) {
        double bad = reference / RATIO;
        double ratio = tally.shown() * Math.log(RATIO) + tally.notShown() * Math.log((1 - reference) / (1 - bad));
        if (ratio >= UPPER && tally.shown() >= shownMin) {
            return Decision.ACCEPTED;
        }
        return ratio <= LOWER ? Decision.REJECTED : Decision.OPEN;
    }

    /** Returns the number of judged attempts after which the test is given up. */
    public int attemptsMax() {
        return (int) Math.ceil((shownMin + SHOWS_EXPECTED_MAX) / reference);
    }
}

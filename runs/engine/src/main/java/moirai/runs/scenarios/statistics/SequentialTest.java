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
/** Decides, with as few attempts as it can, whether something shows a failure about as often as something else did. */
public final class SequentialTest {

    private static final double ACCEPTED_WRONGLY = 0.05;
    private static final double REJECTED_WRONGLY = 0.1;
    private static final double RATIO = 4;
    private static final double REFERENCE_MIN = 0.02;
    private static final double REFERENCE_MAX = 0.9;

    private static final double UPPER = Math.log((1 - REJECTED_WRONGLY) / ACCEPTED_WRONGLY);
    private static final double LOWER = Math.log(REJECTED_WRONGLY / (1 - ACCEPTED_WRONGLY));

    /** Beyond that many attempts nothing is decided. A test of a rate between the two could go on for very long. */
    private static final double SHOWS_EXPECTED_MAX = 9;

    private final double reference;
    private final int shownMin;

    /** What can be said so far. */
    public enum Decision {
        /** Shown often enough. */
        ACCEPTED,
        /** Shown too rarely. */
        REJECTED,
        /** Neither; another attempt may tell. */
        OPEN
    }

    /**
     * A test against this rate.
     *
     * @param reference the rate to keep up with, from 0 to 1
     * @param shownMin how often the failure has to be shown at least
     */
    public SequentialTest(double reference, int shownMin) {
        if (!(reference >= 0 && reference <= 1) || shownMin < 1) {
            throw new IllegalArgumentException("reference " + reference + ", at least " + shownMin + " shown");
        }
        this.reference = Math.clamp(reference, REFERENCE_MIN, REFERENCE_MAX);
        this.shownMin = shownMin;
    }

    /** What these attempts say. It is to be asked after each, and not again after an answer. */
    public Decision decide(Tally tally) {
        double bad = reference / RATIO;
        double ratio = tally.shown() * Math.log(RATIO) + tally.notShown() * Math.log((1 - reference) / (1 - bad));
        if (ratio >= UPPER && tally.shown() >= shownMin) {
            return Decision.ACCEPTED;
        }
        return ratio <= LOWER ? Decision.REJECTED : Decision.OPEN;
    }

    /** After so many attempts that were judged the test is given up. */
    public int attemptsMax() {
        return (int) Math.ceil((shownMin + SHOWS_EXPECTED_MAX) / reference);
    }
}

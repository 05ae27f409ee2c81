package moirai.runs.scenarios;

import java.util.function.BooleanSupplier;
import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/*
 * A single show is a proof, so one is enough for bad. For good there have to be so many attempts without one that a
 * failure of the known rate would hide in all of them at most in one of a hundred cases, or whatever the confidence is.
 * That is the confidence of one step: a bisection of s steps that ought to be bad is wrong with at most s times that.
 */
/** One step of a bisection, for a failure that does not show in each attempt. */
public final class BisectStep {

    /** After so many attempts that could not be judged there is no answer: the next ones would hardly fare better. */
    public static final int UNKNOWN_MAX = 3;

    private final int attempts;

    /** What is to be told. */
    public enum Answer {
        /** It did not show in as many attempts as are enough. */
        GOOD(0),
        /** It showed. */
        BAD(1),
        /** Nobody can say. */
        SKIP(125);

        private final int code;

        Answer(int code) {
            this.code = code;
        }

        /** How {@code git bisect run} wants to be told. */
        public int code() {
            return code;
        }
    }

    /** How it ended. */
    public record Result(Answer answer, Tally tally) {}

    /** Makes one attempt. */
    @FunctionalInterface
    public interface Source {
        Attempt attempt() throws InterruptedException;
    }

    /**
     * A step.
     *
     * @param rate with which the failure shows where it is there; above 0, at most 1
     * @param confidence of good; above 0, below 1
     */
    public BisectStep(double rate, double confidence) {
        this.attempts = Proportions.attemptsForAbsence(rate, confidence);
    }

    /** How many attempts without a show make good. */
    public int attempts() {
        return attempts;
    }

    /**
     * Makes attempts until there is an answer.
     *
     * @param isStopped whether somebody wants an end, who then gets no answer but skip
     */
    public Result run(Source source, BooleanSupplier isStopped) throws InterruptedException {
        Tally tally = Tally.NONE;
        while (tally.judged() < attempts) {
            if (tally.unknown() >= UNKNOWN_MAX || isStopped.getAsBoolean()) {
                return new Result(Answer.SKIP, tally);
            }
            tally = source.attempt().addTo(tally);
            if (tally.shown() > 0) {
                return new Result(Answer.BAD, tally);
            }
        }
        return new Result(Answer.GOOD, tally);
    }
}

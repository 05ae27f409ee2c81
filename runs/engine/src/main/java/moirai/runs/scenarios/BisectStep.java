package moirai.runs.scenarios;

import java.util.function.BooleanSupplier;
import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/*
 * A single show is a proof, so one is enough for bad. For good there have to be so many attempts without one that a
 * failure of the known rate would hide in all of them at most in one of a hundred cases, or whatever the confidence is.
 * That is the confidence of one step: a bisection of s steps that ought to be bad is wrong with at most s times that.
 */
/** A step of a bisection, for a failure that does not show in each attempt. */
public final class BisectStep {

    /**
     * The number of attempts that could not be judged after which the step gives up: further attempts would hardly fare
     * better.
     */
    public static final int UNKNOWN_MAX = 3;

    private final int attempts;

    /** The answer of a step. */
    public enum Answer {
        /** The failure did not show in a sufficient number of attempts. */
        GOOD(0),
        /** The failure showed. */
        BAD(1),
        /** The answer is unknown. */
        SKIP(125);

        private final int code;

        Answer(int code) {
            this.code = code;
        }

        /** Returns the exit code that {@code git bisect run} expects. */
        public int code() {
            return code;
        }
    }

    /** The result of a step. */
    public record Result(Answer answer, Tally tally) {}

    /** A source that makes one attempt at a time. */
    @FunctionalInterface
    public interface Source {
        Attempt attempt() throws InterruptedException;
    }

    /**
     * Creates a step.
     *
     * @param rate the rate at which the failure shows where it is present; above 0, at most 1
     * @param confidence the confidence of the answer "good"; above 0, below 1
     */
    public BisectStep(double rate, double confidence) {
        this.attempts = Proportions.attemptsForAbsence(rate, confidence);
    }

    /** Returns the number of attempts without the failure that give the answer "good". */
    public int attempts() {
        return attempts;
    }

    /**
     * Makes attempts until there is an answer.
     *
     * @param isStopped whether a stop was requested; the answer is then at most "skip"
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

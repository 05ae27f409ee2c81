package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.SequentialTest;
import moirai.runs.scenarios.statistics.SequentialTest.Decision;
import moirai.runs.scenarios.statistics.Tally;

/**
 * A comparison of a smaller scenario with the rate of the whole one: the smaller one is attempted until a sequential
 * test has an answer. If there is no answer, because attempts run out, cannot be judged, or the budget ends, the
 * smaller scenario has lost.
 */
final class Race {

    /** The number of attempts that could not be judged after which the race is given up. */
    static final int UNKNOWN_MAX = 5;

    private final Attempts attempts;
    private final SequentialTest test;

    /** The result of a race. */
    record Result(boolean isWon, Tally tally) {}

    Race(Attempts attempts, SequentialTest test) {
        this.attempts = attempts;
        this.test = test;
    }

    /** @param reserve the number of attempts for which the budget has to suffice afterwards */
    Result run(Scenario smaller, int reserve) throws InterruptedException {
        Tally tally = Tally.NONE;
        Decision decision = Decision.OPEN;
        while (decision == Decision.OPEN
                && tally.judged() < test.attemptsMax()
                && tally.unknown() < UNKNOWN_MAX
                && attempts.mayBegin(reserve)) {
            tally = attempts.next(smaller, tally);
            decision = test.decide(tally);
        }
        return new Result(decision == Decision.ACCEPTED, tally);
    }
}

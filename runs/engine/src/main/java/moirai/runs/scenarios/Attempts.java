package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.SequentialTest;
import moirai.runs.scenarios.statistics.SequentialTest.Decision;
import moirai.runs.scenarios.statistics.Tally;

/** The attempts at scenarios, one after the other, as long as the budget lasts; the watcher is told of each. */
final class Attempts {

    /** The number of attempts that could not be judged after which a question is given up. */
    static final int UNKNOWN_MAX = 5;

    private final Trial trial;
    private final Budget budget;
    private final ShrinkingWatcher watcher;

    Attempts(Trial trial, Budget budget, ShrinkingWatcher watcher) {
        this.trial = trial;
        this.budget = budget;
        this.watcher = watcher;
    }

    boolean mayBegin(int reserve) {
        return budget.allows(reserve);
    }

    /** Makes one more attempt, and returns the tally with it. */
    Tally next(Scenario scenario, Tally before) throws InterruptedException {
        Attempt attempt = trial.attempt(scenario);
        budget.countAttempt();
        if (budget.isStopped() && !(attempt instanceof Attempt.Shown)) {
            // It was cut short: what it did not show it may not have had the time to show.
            return before.withUnknown();
        }
        Tally tally = attempt.addTo(before);
        watcher.attempted(scenario, attempt, tally);
        return tally;
    }

    /** The result of a race. */
    record Race(boolean isWon, Tally tally) {}

    /**
     * Compares a smaller scenario with the rate of the whole one: the smaller one is attempted until a sequential test
     * has an answer. If there is no answer, because attempts run out, cannot be judged, or the budget ends, the smaller
     * scenario has lost.
     *
     * @param reserve the number of attempts for which the budget has to suffice afterwards
     */
    Race race(Scenario smaller, SequentialTest test, int reserve) throws InterruptedException {
        Tally tally = Tally.NONE;
        Decision decision = Decision.OPEN;
        while (decision == Decision.OPEN
                && tally.judged() < test.attemptsMax()
                && tally.unknown() < UNKNOWN_MAX
                && mayBegin(reserve)) {
            tally = next(smaller, tally);
            decision = test.decide(tally);
        }
        return new Race(decision == Decision.ACCEPTED, tally);
    }

    /** Makes a number of attempts that is fixed beforehand; fewer if the budget ends or too many cannot be judged. */
    Tally measure(Scenario scenario, int count) throws InterruptedException {
        Tally tally = Tally.NONE;
        while (tally.judged() < count && tally.unknown() < UNKNOWN_MAX && mayBegin(0)) {
            tally = next(scenario, tally);
        }
        return tally;
    }
}

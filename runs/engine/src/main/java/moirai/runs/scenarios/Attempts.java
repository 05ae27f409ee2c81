package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.Tally;

/** The attempts at scenarios, one after the other, as long as the budget lasts; the watcher is told of each. */
final class Attempts {

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

    /** Makes a number of attempts that is fixed beforehand; fewer if the budget ends or too many cannot be judged. */
    Tally measure(Scenario scenario, int count) throws InterruptedException {
        Tally tally = Tally.NONE;
        while (tally.judged() < count && tally.unknown() < Race.UNKNOWN_MAX && mayBegin(0)) {
            tally = next(scenario, tally);
        }
        return tally;
    }
}

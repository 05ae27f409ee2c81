package moirai.runs.scenarios;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import moirai.nemesis.faults.FaultPick;
import moirai.runs.scenarios.statistics.SequentialTest;
import moirai.runs.scenarios.statistics.Tally;

/*
 * 1. What the evidence names is executed alone: the fault after which a write was gone, in a run that ends soon after
 *    it. Where one session can show the failure, it is executed as small as it can be, with one session and for a
 *    moment; if that fails often enough, nothing smaller is left, and it was chosen before any attempt, so that
 *    its count needs no fresh one. Otherwise what the evidence names is executed as it was, and if that fails often
 *    enough, it stands for the whole below. A few attempts are enough to see that it does not. Else the whole run is
 *    executed until it has failed often enough; if it does not, nothing is shrunk.
 * 2. Smaller scenarios race against the rate of the whole, not against that of the last winner: rates that go down by a
 *    little at each step would add up.
 * 3. The smallest winner is measured with fresh attempts, of a number that is fixed before. Whoever picks the best of
 *    many by a few attempts picks luck as well, so what won may not be confirmed; then the one before it is measured,
 *    and at last the whole.
 * 4. For each fault that is left, as many attempts without it as can call it needed.
 *
 * An attempt shows the failure or does not: a scenario that cannot fail can win no race and pass no measure. What 2 and
 * 3 keep out are scenarios that fail much more rarely than the whole.
 */
/** A search for the smallest scenario of a run that still fails, within a budget. */
public final class ScenarioShrinker {

    /** The maximal number of faults that are tested one by one; with more faults, each kind is tested. */
    private static final int SINGLE_NEEDS_MAX = 4;

    private static final double RATE_MAX = 0.9;

    /** The maximal number of attempts at what the evidence names, for each time that the failure has to be shown. */
    private static final int ATTEMPTS_OF_EVIDENCE = 2;

    /** The number of attempts after which the least of what the evidence names is given up if none shows anything. */
    private static final int LEAST_VAIN_MAX = 2;

    private final Attempts attempts;
    private final Budget budget;
    private final ShrinkingRules rules;
    private final ShrinkingWatcher watcher;

    public ScenarioShrinker(Trial trial, Budget budget, ShrinkingRules rules, ShrinkingWatcher watcher) {
        this.attempts = new Attempts(trial, budget, watcher);
        this.budget = budget;
        this.rules = rules;
        this.watcher = watcher;
    }

    /** Shrinks the run. A search that the budget or a stop request cut short returns the results so far. */
    public Shrinking shrink(PlannedRun whole) throws InterruptedException {
        return shrink(whole, Suspects.NONE);
    }

    /**
     * Shrinks the run, beginning with what the evidence names. If that fails alone, the rest of the run is not executed
     * again, and smaller scenarios are compared with the rate of that.
     */
    public Shrinking shrink(PlannedRun whole, Suspects suspects) throws InterruptedException {
        Scenario named = suspects.within(whole);
        if (!named.equals(whole.scenario())) {
            var part = new PlannedRun(named, whole.planned());
            Scenario least = ScenarioSearch.least(part, rules);
            if (rules.isOneSessionEnough() && !least.equals(named)) {
                watcher.stage("does it fail with the least of what the evidence names?");
                Tally tally = confirm(least, rules.times() * ATTEMPTS_OF_EVIDENCE, LEAST_VAIN_MAX);
                if (tally.shown() >= rules.times()) {
                    return leastIsEnough(whole.scenario(), least, tally);
                }
            }
            watcher.stage("does it fail with what the evidence names alone?");
            Tally tally = confirm(named, rules.times() * ATTEMPTS_OF_EVIDENCE, rules.times());
            if (tally.shown() >= rules.times()) {
                return shrink(whole.scenario(), part, tally);
            }
        }
        watcher.stage("does it fail again?");
        Tally first = confirm(whole.scenario(), rules.attemptsMax(), rules.attemptsMax());
        if (first.shown() < rules.times()) {
            var begin = new Shrinking.Begin(whole.scenario(), first);
            return new Shrinking(whole.scenario(), begin, whole.scenario(), Shrinking.Final.NONE, List.of(), effort(0));
        }
        return shrink(whole.scenario(), whole, first);
    }

    /**
     * Returns the result where the least fails. The interval of its rate is that of a fixed number of attempts, which
     * is a little too wide for a number that ended with a success.
     */
    private Shrinking leastIsEnough(Scenario origin, Scenario least, Tally tally) throws InterruptedException {
        watcher.confirmed(least, tally);
        var last = new Shrinking.Final(tally, tally.judged(), true, true);
        var begin = new Shrinking.Begin(least, tally);
        return asked(new Shrinking(origin, begin, least, last, List.of(), effort(0)));
    }

    /**
     * Shrinks what was confirmed to fail.
     *
     * @param origin the whole run
     */
    private Shrinking shrink(Scenario origin, PlannedRun confirmed, Tally first) throws InterruptedException {
        watcher.confirmed(confirmed.scenario(), first);
        double rate = rate(first);
        var test = new SequentialTest(rate, rules.times());
        List<Scenario> chain = new ScenarioSearch(attempts, watcher, confirmed, test, rules).run();
        return measured(origin, new Shrinking.Begin(confirmed.scenario(), first), rate, chain);
    }

    /**
     * Repeats a scenario until it was shown often enough; the count ends with a success.
     *
     * @param attemptsMax the number of attempts after which it is given up
     * @param vainMax the number of attempts after which it is given up if none has shown the failure
     */
    private Tally confirm(Scenario whole, int attemptsMax, int vainMax) throws InterruptedException {
        Tally tally = Tally.NONE;
        while (tally.shown() < rules.times()
                && tally.judged() < attemptsMax
                && (tally.shown() > 0 || tally.judged() < vainMax)
                && tally.unknown() < Attempts.UNKNOWN_MAX
                && attempts.mayBegin(0)) {
            tally = attempts.next(whole, tally);
        }
        return tally;
    }

    /**
     * Returns the rate of a count that ended with its k-th success: k - 1 of n - 1, which is right on average (Haldane,
     * 1945), while k of n is too high. A single success says only that the rate is not 0, and no small number of
     * attempts says that it is 1.
     */
    private static double rate(Tally first) {
        double rate = first.shown() == 1 ? 1.0 / first.judged() : (first.shown() - 1.0) / (first.judged() - 1.0);
        return Math.min(RATE_MAX, rate);
    }

    private Shrinking measured(Scenario origin, Shrinking.Begin begin, double rate, List<Scenario> chain)
            throws InterruptedException {
        Scenario smallest = begin.scenario();
        var last = Shrinking.Final.NONE;
        int next = chain.size() - 1;
        do {
            smallest = chain.get(next);
            watcher.stage("the smallest once more: " + smallest.describe());
            int planned = rules.attempts(rate);
            last = measure(smallest, planned, next == chain.size() - 1);
            next--;
        } while (next >= 0 && !last.isConfirmed() && last.isWhole());
        if (!last.isConfirmed()) {
            // Smaller ones were announced when they won their races; what is left is the first.
            watcher.confirmed(begin.scenario(), begin.tally());
            return new Shrinking(origin, begin, begin.scenario(), last, List.of(), effort(chain.size() - 1));
        }
        watcher.confirmed(smallest, last.tally());
        return asked(new Shrinking(origin, begin, smallest, last, List.of(), effort(chain.size() - 1)));
    }

    private Shrinking.Final measure(Scenario scenario, int planned, boolean isFirst) throws InterruptedException {
        Tally tally = attempts.measure(scenario, planned);
        return new Shrinking.Final(tally, planned, tally.shown() >= rules.times(), isFirst);
    }

    /**
     * Returns the result with the need for each fault. If the scenario fails without a fault all the same, the scenario
     * without it is the new smallest one.
     */
    private Shrinking asked(Shrinking found) throws InterruptedException {
        Shrinking current = found;
        boolean isSmaller = current.last().isWhole();
        while (isSmaller) {
            isSmaller = false;
            var needs = new ArrayList<FaultNeed>();
            List<List<FaultPick>> groups = groups(current.smallest());
            for (List<FaultPick> group : groups) {
                String name = group.stream().map(FaultPick::name).collect(Collectors.joining(", "));
                watcher.stage("and without " + name);
                Scenario without = current.smallest().without(group);
                int planned = rules.attemptsWithout(current.last().tally(), groups.size());
                Shrinking.Final seen = measure(without, planned, false);
                FaultNeed need = FaultNeed.of(name, seen, current.last(), groups.size());
                if (seen.isConfirmed() && seen.isWhole() && !need.isNeeded()) {
                    // That count made the choice, so it says neither a rate nor what other faults are needed for.
                    Shrinking.Final fresh = measure(without, current.last().planned(), false);
                    if (fresh.isConfirmed() && fresh.isWhole()) {
                        watcher.confirmed(without, fresh.tally());
                        current = current.with(
                                without, fresh, List.of(), effort(found.effort().smaller() + 1));
                        isSmaller = true;
                        break;
                    }
                }
                needs.add(need);
            }
            if (!isSmaller) {
                current = current.with(
                        current.smallest(),
                        current.last(),
                        needs,
                        effort(current.effort().smaller()));
            }
        }
        return current;
    }

    /** Returns each fault by itself if there are few, otherwise each kind. */
    private static List<List<FaultPick>> groups(Scenario scenario) {
        List<FaultPick> faults = scenario.faults();
        return faults.size() <= SINGLE_NEEDS_MAX
                ? faults.stream().map(List::of).toList()
                : faults.stream()
                        .map(FaultPick::kind)
                        .distinct()
                        .map(kind -> faults.stream()
                                .filter(fault -> fault.kind() == kind)
                                .toList())
                        .toList();
    }

    private Shrinking.Effort effort(int smaller) {
        return new Shrinking.Effort(budget.attempts(), smaller, budget.elapsed(), budget.isSpent());
    }
}

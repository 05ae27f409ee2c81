package moirai.runs.scenarios;

import java.time.Duration;
import java.util.List;
import moirai.runs.scenarios.statistics.Tally;

/**
 * The result of scenario shrinking.
 *
 * @param whole the original run
 * @param begin what smaller scenarios are compared with
 * @param smallest the smallest scenario that is confirmed; the whole one if none is
 * @param needs the need for each of its faults; empty if it has none, or is not confirmed
 * @param effort the cost of the search
 */
public record Shrinking(
        Scenario whole, Begin begin, Scenario smallest, Final last, List<FaultNeed> needs, Effort effort) {

    public Shrinking {
        needs = List.copyOf(needs);
    }

    /**
     * The scenario with which the search began: the whole run, or the part of it that the evidence names.
     *
     * @param tally counted until the failure was shown often enough, so its rate has no interval
     */
    public record Begin(Scenario scenario, Tally tally) {}

    /** Returns the tally of the scenario with which the search began. */
    public Tally first() {
        return begin.tally();
    }

    /** Returns whether the search began with what the evidence names, so that the whole was not executed again. */
    public boolean isOfEvidence() {
        return !begin.scenario().equals(whole);
    }

    /**
     * The measure of the smallest scenario, made with attempts of its own.
     *
     * @param planned the planned number of judged attempts
     * @param isConfirmed whether the failure was shown often enough in them
     * @param isFirst whether it is the first measure; a later one was chosen by the results of earlier ones, so that
     *    its rate has no interval
     */
    public record Final(Tally tally, int planned, boolean isConfirmed, boolean isFirst) {

        /** The value that says that nothing was measured. */
        static final Final NONE = new Final(Tally.NONE, 0, false, false);

        /** Returns whether all attempts were made, so that the count is that of a number fixed beforehand. */
        public boolean isWhole() {
            return planned > 0 && tally.judged() == planned;
        }
    }

    /**
     * The cost of a search.
     *
     * @param smaller the number of smaller scenarios that won their race, whether or not they were confirmed in the end
     * @param isCutShort whether the budget or a stop request ended it
     */
    public record Effort(int attempts, int smaller, Duration elapsed, boolean isCutShort) {}

    Shrinking with(Scenario scenario, Final measure, List<FaultNeed> asked, Effort spent) {
        return new Shrinking(whole, begin, scenario, measure, asked, spent);
    }

    /** Returns whether the run, or what the evidence names of it, failed again often enough for any conclusion. */
    public boolean isReproduced() {
        return last.planned() > 0;
    }

    /** Returns whether the count with which the search began is the measure too, since nothing was chosen by it. */
    boolean isMeasuredAtOnce() {
        return smallest.equals(begin.scenario()) && last.tally().equals(begin.tally());
    }

    /** Returns whether the smallest scenario is confirmed to fail. */
    public boolean isConfirmed() {
        return last.isConfirmed();
    }
}

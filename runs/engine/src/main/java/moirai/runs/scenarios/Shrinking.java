package moirai.runs.scenarios;

import java.time.Duration;
import java.util.List;
import moirai.runs.scenarios.statistics.Tally;

/**
 * What scenario shrinking has found.
 *
 * @param whole the run as it was
 * @param first how often the whole was shown; counted until it was often enough, so no rate with an interval
 * @param smallest the smallest scenario that is confirmed; the whole one if none is
 * @param needs what its faults are needed for; empty if it has none, or is not confirmed
 * @param effort how much was done
 */
public record Shrinking(
        Scenario whole, Tally first, Scenario smallest, Final last, List<FaultNeed> needs, Effort effort) {

    public Shrinking {
        needs = List.copyOf(needs);
    }

    /**
     * The measure of the smallest scenario, made with attempts of its own.
     *
     * @param planned how many were to be judged
     * @param isConfirmed whether it was shown often enough in them
     */
    public record Final(Tally tally, int planned, boolean isConfirmed) {

        /** Nothing was measured. */
        static final Final NONE = new Final(Tally.NONE, 0, false);

        /** Whether all attempts were made, so that the count is that of a number fixed beforehand. */
        public boolean isWhole() {
            return planned > 0 && tally.judged() == planned;
        }
    }

    /**
     * How much was done.
     *
     * @param smaller how many smaller scenarios won their race, whether they were confirmed in the end or not
     * @param isCutShort whether the budget, or somebody, ended it
     */
    public record Effort(int attempts, int smaller, Duration elapsed, boolean isCutShort) {}

    Shrinking with(Scenario scenario, Final measure, List<FaultNeed> asked, Effort spent) {
        return new Shrinking(whole, first, scenario, measure, asked, spent);
    }

    /** Whether the whole run failed again often enough for anything to be said. */
    public boolean isReproduced() {
        return last.planned() > 0;
    }

    /** Whether the smallest scenario is one that fails. */
    public boolean isConfirmed() {
        return last.isConfirmed();
    }
}

package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.Tally;

/** A listener to the shrinking of a scenario. */
public interface ShrinkingWatcher {

    /** The watcher that ignores everything. */
    ShrinkingWatcher SILENT = new ShrinkingWatcher() {};

    /** Announces that the search turns to another question. */
    default void stage(String what) {}

    /**
     * Reports that a scenario was executed once more.
     *
     * @param tally the tally of the attempts at it for the present question
     */
    default void attempted(Scenario scenario, Attempt attempt, Tally tally) {}

    /** Reports the smallest scenario that has been shown often enough so far. */
    default void confirmed(Scenario scenario, Tally tally) {}
}

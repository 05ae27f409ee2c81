package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.Tally;

/** Hears how the shrinking of a scenario goes. */
public interface ShrinkingWatcher {

    /** Hears nothing. */
    ShrinkingWatcher SILENT = new ShrinkingWatcher() {
        @Override
        public void stage(String what) {}

        @Override
        public void attempted(Scenario scenario, Attempt attempt, Tally tally) {}

        @Override
        public void confirmed(Scenario scenario, Tally tally) {}
    };

    /** Something else is asked now. */
    void stage(String what);

    /**
     * A scenario was executed once more.
     *
     * @param tally of the attempts at it for the present question
     */
    void attempted(Scenario scenario, Attempt attempt, Tally tally);

    /** This is the smallest scenario that has been shown often enough so far. */
    void confirmed(Scenario scenario, Tally tally);
}

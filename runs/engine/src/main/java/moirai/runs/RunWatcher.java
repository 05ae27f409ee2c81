package moirai.runs;

import java.util.List;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.interim.RunCounts;
import moirai.runs.latency.Latency;

/**
 * Hears how a run goes; called by the thread that waits for the sessions, by the nemesis or by who checks meanwhile,
 * never by a session.
 */
public interface RunWatcher {

    /** Hears nothing. */
    RunWatcher SILENT = new RunWatcher() {
        @Override
        public void stage(String what) {}

        @Override
        public void progress(RunProgress progress) {}
    };

    /** Another stage begins, such as the start of a server or the check. */
    void stage(String what);

    /** Called a few times a second while sessions run, and once when they have ended. */
    void progress(RunProgress progress);

    /**
     * How long committed transactions took in the last second or so: from when they were due if the run has a rate,
     * otherwise from their start. Called by the thread that waits for the sessions.
     */
    default void latency(Latency recent) {}

    /**
     * Something was done to the cluster, or undone. Called by the nemesis' own thread.
     *
     * @param news in words
     * @param active the faults that are there now, in words
     */
    default void fault(String news, List<String> active) {}

    /** What came of transactions, told now and then by the thread that waits for the sessions. */
    default void counts(RunCounts counts) {}

    /** Whether the history is to be checked while the run goes, beside the sessions, for {@link #soFar}. */
    default boolean wantsVerdicts() {
        return false;
    }

    /** What the run has shown so far. Called by the thread that checks. */
    default void soFar(InterimVerdict verdict) {}
}

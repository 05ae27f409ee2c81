package moirai.runs;

import java.util.List;
import java.util.function.Supplier;
import moirai.history.RunHeader;
import moirai.runs.interim.AnomalyKind;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.interim.RunCounts;
import moirai.runs.latency.Latency;

/**
 * A listener to the progress of a run. The thread that waits for the sessions, the nemesis, or the thread that checks
 * meanwhile calls it; sessions never do.
 */
public interface RunWatcher {

    /** The watcher that ignores everything. */
    RunWatcher SILENT = new RunWatcher() {};

    /**
     * Reports that a history is recorded from now on.
     *
     * @param header what the history says of its origin
     */
    default void recording(RunHeader header) {}

    /** Announces that another stage begins, such as the start of a server or the check. */
    default void stage(String what) {}

    /** Reports the progress. Called a few times a second while sessions run, and once when they have ended. */
    default void progress(RunProgress progress) {}

    /**
     * Reports the latency of the transactions that committed in about the last second, measured from the time at which
     * they were due if the run has a rate, otherwise from their start. Called by the thread that waits for the
     * sessions.
     */
    default void latency(Latency recent) {}

    /**
     * Reports that a fault was injected into the cluster or undone. Called by the nemesis' own thread.
     *
     * @param news the change in words
     * @param active the faults that are active now, in words
     */
    default void fault(String news, List<String> active) {}

    /**
     * Reports the counts of transactions by outcome. Called now and then by the thread that waits for the sessions.
     */
    default void counts(RunCounts counts) {}

    /** Returns whether the history is to be checked during the run, beside the sessions, for {@link #soFar}. */
    default boolean wantsVerdicts() {
        return false;
    }

    /** Reports the verdict on the run so far. Called by the thread that checks. */
    default void soFar(InterimVerdict verdict) {}

    /**
     * Reports the result, when it is stored.
     *
     * @param found makes a list of all kinds of anomalies, the gravest first
     * @return sentences about what went wrong in the watcher
     */
    default List<String> ended(RunResult result, Supplier<List<AnomalyKind>> found) throws InterruptedException {
        return List.of();
    }
}

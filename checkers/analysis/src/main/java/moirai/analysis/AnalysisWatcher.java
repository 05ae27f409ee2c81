package moirai.analysis;

/**
 * Hears what an analysis has proven at the beginning of each of its stages, so that whoever has no more time or memory
 * for the rest can say what is known. Called by the thread that analyzes.
 */
@FunctionalInterface
public interface AnalysisWatcher {

    /** Listens to nothing. */
    AnalysisWatcher SILENT = (stage, soFar) -> {};

    /**
     * Records that a stage begins.
     *
     * @param stage what is done next, as in "the search for cycles"
     * @param soFar what the stages before have proven; levels that they did not examine are undecided
     */
    void begins(String stage, Findings soFar);
}

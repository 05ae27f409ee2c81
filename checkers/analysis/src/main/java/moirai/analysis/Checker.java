package moirai.analysis;

import moirai.history.History;
import moirai.history.level.IsolationLevel;

/** A pure function from a history to what it proves: same bytes, same findings, on any machine. */
@FunctionalInterface
public interface Checker {

    /** Returns what the history proves about every level that needs no search of its own. */
    Findings analyze(History history);

    /**
     * Analyzes the history as {@link #analyze(History)} does, and at least decides the given level: levels that are
     * costly to decide are examined only if asked for.
     */
    default Findings analyze(History history, IsolationLevel level) {
        return analyze(history);
    }

    /**
     * Analyzes the history for a level and tells the watcher what each stage has proven. A checker without stages tells
     * nothing.
     */
    default Findings analyze(History history, IsolationLevel level, AnalysisWatcher watcher) {
        return analyze(history, level);
    }

    /** Decides whether the history keeps to the level. */
    default Verdict check(History history, IsolationLevel level) {
        return analyze(history, level).at(level);
    }
}

package moirai.analysis;

import moirai.history.History;
import moirai.history.level.IsolationLevel;

/** A pure function from a history to what it proves: same bytes, same findings, on any machine. */
@FunctionalInterface
public interface Checker {

    /** What the history proves about every level that needs no search of its own. */
    Findings analyze(History history);

    /**
     * The same, and at least what decides one level: levels for which that is costly are examined only if asked for.
     */
    default Findings analyze(History history, IsolationLevel level) {
        return analyze(history);
    }

    /**
     * The same, telling the watcher what each stage has proven. A checker without stages tells nothing.
     */
    default Findings analyze(History history, IsolationLevel level, AnalysisWatcher watcher) {
        return analyze(history, level);
    }

    /** Whether the history keeps to one level. */
    default Verdict check(History history, IsolationLevel level) {
        return analyze(history, level).at(level);
    }
}

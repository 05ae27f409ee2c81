package moirai.analysis;

import moirai.history.History;

/** A pure function from a history to what it proves: same bytes, same findings, on any machine. */
@FunctionalInterface
public interface Checker {

    /** Everything that the history proves, at every level. */
    Findings analyze(History history);

    /** Whether the history keeps to one level. */
    default Verdict check(History history, IsolationLevel level) {
        return analyze(history).at(level);
    }
}

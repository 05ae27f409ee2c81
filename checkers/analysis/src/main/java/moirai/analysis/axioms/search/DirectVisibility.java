package moirai.analysis.axioms.search;

import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * The visibility of update atomicity and cursor stability. At the former visible to a transaction are those from whom
 * it reads, those before it in the base order, and those that write a key that it writes and commit before it; at the
 * latter those alone that overwrite what it read and commit before it, if it writes that key. No chain of such steps
 * counts.
 */
final class DirectVisibility {

    private final Problem problem;
    private final KeyValueHistory history;

    DirectVisibility(Problem problem) {
        this.problem = problem;
        this.history = problem.history();
    }

    /** Decides whether the writer is visible to the reader whatever the commit order. O(reads of the reader). */
    boolean flows(int writer, int reader) {
        if (isOfCursor()) {
            return false;
        }
        if (problem.keepsSessions()
                && history.session(writer) == history.session(reader)
                && history.position(writer) < history.position(reader)) {
            return true;
        }
        if (problem.realtime().size() > 0 && history.endNanos(writer) < history.startNanos(reader)) {
            return true;
        }
        for (int read = history.firstRead(reader); read < history.endRead(reader); read++) {
            if (history.readSource(read) == writer) {
                return true;
            }
        }
        return false;
    }

    private boolean isOfCursor() {
        return problem.level().axiom() == Axiom.CURSOR;
    }

    /**
     * Decides whether the two write a common key, so that the later one sees the earlier one: any, or at cursor
     * stability the one that was read. O(writes × log).
     *
     * @param key the one that was read, which the writer writes
     */
    boolean conflict(int writer, int reader, int key) {
        if (isOfCursor()) {
            return history.writes(reader, key);
        }
        for (int write = history.firstWrite(writer); write < history.endWrite(writer); write++) {
            if (history.writes(reader, history.writeKey(write))) {
                return true;
            }
        }
        return false;
    }
}

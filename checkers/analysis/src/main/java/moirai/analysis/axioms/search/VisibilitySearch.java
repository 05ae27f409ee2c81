package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.orders.RealtimeSweep;

/**
 * Decides whether one transaction leads to another through write-read, the base order, and the order of writers of one
 * key.
 *
 * <p>All these edges go forward in the commit order, so a search backwards from the later transaction may end at the
 * place of the earlier one; and of the writers of a key only the one before matters, since it is reached by those
 * before it. Real time is not stored as edges: the transactions that ended before one began are a prefix of those by
 * end, and a scan of the prefix from its end stops where all that is left lies before the place.
 *
 * <p>Cost of one search: the edges between the two places. The arrays are those of the {@link OrderCheck}.
 */
final class VisibilitySearch {

    private final Problem problem;
    private final KeyValueHistory history;
    private final int[] place;
    private final int[] previousWrite;
    private final int[] latestEnded;
    private final StepMeter meter;
    private final int[] seen;
    /** The transaction from which this one was found, which comes after it, and whether by writing the same key. */
    private final int[] towards;

    private final boolean[] byConflict;
    private final IntArrayList open = new IntArrayList();
    private int searches;

    VisibilitySearch(Problem problem, int[] place, int[] previousWrite, int[] latestEnded, StepMeter meter) {
        this.problem = problem;
        this.history = problem.history();
        this.place = place;
        this.previousWrite = previousWrite;
        this.latestEnded = latestEnded;
        this.meter = meter;
        this.seen = new int[place.length];
        this.towards = new int[place.length];
        this.byConflict = new boolean[place.length];
    }

    /** Decides whether the first leads to the second, which comes later in the order. */
    boolean leads(int source, int target) {
        searches++;
        open.clear();
        seen[target] = searches;
        open.add(target);
        int ended = 0;
        for (int done = 0; done < open.size() && seen[source] != searches; done++) {
            int txn = open.getInt(done);
            meter.spend(1
                    + history.endRead(txn)
                    - history.firstRead(txn)
                    + history.endWrite(txn)
                    - history.firstWrite(txn));
            visitKnown(txn, source);
            ended = visitEnded(txn, source, ended);
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                if (previousWrite[write] >= 0) {
                    visit(problem.accesses().writer(previousWrite[write]), txn, source, true);
                }
            }
        }
        return seen[source] == searches;
    }

    /** Returns the transactions on the way from the first to the second, which it leads to, both included. */
    IntArrayList path(int source, int target) {
        if (!leads(source, target)) {
            throw new IllegalStateException("T" + source + " does not lead to T" + target);
        }
        var path = new IntArrayList();
        for (int txn = source; txn != target; txn = towards[txn]) {
            path.add(txn);
        }
        path.add(target);
        return path;
    }

    /** Returns whether the path last asked for goes on from this transaction to the next writer of one of its keys. */
    boolean continuesByConflict(int txn) {
        return byConflict[txn];
    }

    private void visitKnown(int txn, int source) {
        if (problem.predecessor(txn) != Problem.NONE) {
            visit(problem.predecessor(txn), txn, source, false);
        }
        for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
            if (history.readSource(read) != KeyValueHistory.INITIAL) {
                visit(history.readSource(read), txn, source, false);
            }
        }
    }

    /** Visits the transactions that ended before this one began, but for the prefix that was visited already. */
    private int visitEnded(int txn, int source, int visited) {
        RealtimeSweep realtime = problem.realtime();
        int ended = realtime.endedBefore(txn);
        for (int i = ended; i > visited && latestEnded[i] >= place[source]; i--) {
            meter.spend(1);
            visit(realtime.byEnd(i - 1), txn, source, false);
        }
        return Math.max(ended, visited);
    }

    private void visit(int txn, int from, int source, boolean conflict) {
        if (seen[txn] != searches && place[txn] >= place[source]) {
            seen[txn] = searches;
            towards[txn] = from;
            byConflict[txn] = conflict;
            open.add(txn);
        }
    }
}

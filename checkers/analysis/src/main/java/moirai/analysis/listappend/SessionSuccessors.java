package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.graph.LastOfSession;
import moirai.history.History;

/** The transactions that follow next in the session of each, as {@link moirai.analysis.graph.ProcessOrder} has them. */
final class SessionSuccessors {

    private static final int NONE = -1;

    private final History history;
    private final IntArrayList txns;
    private final Writes writes;
    /** A transaction that follows next in the session, or {@link #NONE}. */
    private final int[] next;
    /** A second transaction that follows upon the same one, as happens for a few around unknown outcomes. */
    private final Int2IntOpenHashMap alsoNext = new Int2IntOpenHashMap();

    /** @param txns those that take part, ascending; none if sessions do not count */
    SessionSuccessors(History history, IntArrayList txns, Writes writes) {
        this.history = history;
        this.txns = txns;
        this.writes = writes;
        this.next = new int[history.txnCount()];
        Arrays.fill(next, NONE);
        alsoNext.defaultReturnValue(NONE);
    }

    /** Finds them, and adds one to what each waits for; returns how many there are. */
    long count(int[] waitsFor) {
        var last = new LastOfSession(history);
        long edges = 0;
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            int previous = last.of(txn);
            if (previous >= 0) {
                if (next[previous] >= 0) {
                    alsoNext.put(txn, next[previous]);
                }
                next[previous] = txn;
                waitsFor[txn]++;
                edges++;
            }
            if (!writes.isIndeterminate(txn)) {
                last.set(txn);
            }
        }
        return edges;
    }

    /** Returns one that follows upon the transaction, or -1. */
    int first(int txn) {
        return next[txn];
    }

    /** Returns another one that follows upon the same transaction as this one, or -1. */
    int further(int successor) {
        return alsoNext.get(successor);
    }
}

package moirai.analysis.graph;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import moirai.history.History;

/** The last transaction of each session so far. Sessions may have any numbers, but most have small ones. */
public final class LastOfSession {

    private static final int NONE = -1;

    private final History history;
    private final int[] bySession;
    private final Int2IntOpenHashMap byLargeSession = new Int2IntOpenHashMap();

    /** No transaction yet. O(transactions). */
    public LastOfSession(History history) {
        this.history = history;
        int sessions = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            sessions = Math.max(sessions, Math.min(history.session(txn), history.txnCount() - 1) + 1);
        }
        this.bySession = new int[sessions];
        Arrays.fill(bySession, NONE);
        byLargeSession.defaultReturnValue(NONE);
    }

    /** Returns the last one that was set in this transaction's session, or -1. O(1). */
    public int of(int txn) {
        int session = history.session(txn);
        return session < bySession.length ? bySession[session] : byLargeSession.get(session);
    }

    /** Makes the transaction the last one of its session. O(1). */
    public void set(int txn) {
        int session = history.session(txn);
        if (session < bySession.length) {
            bySession[session] = txn;
        } else {
            byLargeSession.put(session, txn);
        }
    }
}

package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Edges by which a writer commits after those from whom its session read before, where sessions do not commit in order.
 *
 * <p>For each session, in its order:
 *
 * <ol>
 * <li>Behind each transaction b that reads stands a barrier: the sources of b and the barrier before it lead to it.
 * <li>A transaction c that writes comes after the barrier before it.
 * <li>Unless some b before c reads from c: a transaction need not precede itself. Then the barrier before the first
 *   such b leads to c, and the sources of all from that b on, but c, have an edge each.
 * </ol>
 *
 * <p>Step 3 is linear: if the stretches of two such c, c' overlap, the session read from each before the other. The
 * earlier one then has its edge from the later one already, and the edge back makes a cycle, which settles the history.
 */
final class WritesFollowReads {

    private static final int NONE = -1;

    private final PrecedenceGraph graph;
    private final KeyValueHistory history;
    private final int session;
    /** The first reader of each transaction that is read from earlier in its session; looked up, never iterated. */
    private final Int2IntOpenHashMap firstReader = new Int2IntOpenHashMap();
    /** The barrier before each of those readers. */
    private final Int2IntOpenHashMap barrierBefore = new Int2IntOpenHashMap();

    private int barrier = NONE;
    /** The last transaction of step 3. */
    private int lastExempt = NONE;

    private WritesFollowReads(PrecedenceGraph graph, KeyValueHistory history, int session) {
        this.graph = graph;
        this.history = history;
        this.session = session;
        firstReader.defaultReturnValue(NONE);
    }

    /** Adds the edges of all sessions. O(transactions + reads). */
    static void add(PrecedenceGraph graph, KeyValueHistory history) {
        for (int session = 0; session < history.sessionCount(); session++) {
            new WritesFollowReads(graph, history, session).addSession();
        }
    }

    private void addSession() {
        for (int at = 0; at < history.sessionSize(session); at++) {
            int txn = history.txnAt(session, at);
            if (history.firstWrite(txn) < history.endWrite(txn)) {
                int reader = firstReader.get(txn);
                if (reader == NONE) {
                    if (barrier != NONE) {
                        graph.add(barrier, txn);
                    }
                } else if (lastExempt != NONE && history.position(reader) < history.position(lastExempt)) {
                    graph.add(lastExempt, txn, firstReader.get(lastExempt));
                    return;
                } else {
                    addExempt(txn, reader);
                }
            }
            addSources(txn);
        }
    }

    private void addExempt(int txn, int reader) {
        lastExempt = txn;
        int before = barrierBefore.get(reader);
        if (before != NONE) {
            graph.add(before, txn);
        }
        for (int at = history.position(reader); at < history.position(txn); at++) {
            int between = history.txnAt(session, at);
            for (int read = history.firstRead(between); read < history.endRead(between); read++) {
                int source = history.readSource(read);
                if (source != INITIAL && source != txn) {
                    graph.add(source, txn, between);
                }
            }
        }
    }

    private void addSources(int txn) {
        int before = barrier;
        for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
            int source = history.readSource(read);
            if (source == INITIAL) {
                continue;
            }
            if (barrier == before) {
                barrier = graph.addBarrier();
                if (before != NONE) {
                    graph.add(before, barrier);
                }
            }
            graph.add(source, barrier, txn);
            if (history.session(source) == session && history.position(source) > history.position(txn)) {
                firstReader.putIfAbsent(source, txn);
                barrierBefore.putIfAbsent(txn, before);
            }
        }
    }
}

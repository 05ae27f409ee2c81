package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.Arrays;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.orders.ChainWriters;
import moirai.analysis.axioms.orders.Chains;

/**
 * Edges for what a reader sees through the order of sessions and at most one step of write-read: for PRAM.
 *
 * <ol>
 *   <li>For each session in turn, keep for every session how much of it is seen: up to the last transaction from which
 *       the session has read, and of its own what came before.
 *   <li>For each read of x from T1 by T3 and each session, take the last writer T2 of x, other than T3, in what is
 *       seen. It has to precede T1; the writers before it in its session precede it, since the graph keeps the writers
 *       of a session in order.
 * </ol>
 *
 * <p>A session that has read from its own future sees that, and itself: hence the exception for T3, behind which the
 * writer before it is looked for. Cost: O(k (k + reads) log n) with k sessions, or less where few of them write a key.
 */
final class SessionPasts {

    private final PrecedenceGraph graph;
    private final KeyValueHistory history;
    private final ChainWriters writers;
    /** The number of transactions of each session that are seen. */
    private final int[] seen;

    /** Prepares for a graph in which the writers of each session are in order. */
    SessionPasts(PrecedenceGraph graph, KeyValueHistory history) {
        this.graph = graph;
        this.history = history;
        this.writers = new ChainWriters(history, Chains.ofSessions(history));
        this.seen = new int[history.sessionCount()];
    }

    void addAll() {
        for (int session = 0; session < history.sessionCount(); session++) {
            Arrays.fill(seen, 0);
            for (int at = 0; at < history.sessionSize(session); at++) {
                int txn = history.txnAt(session, at);
                seen[session] = Math.max(seen[session], at);
                for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                    see(history.readSource(read));
                }
                for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                    addRead(txn, read);
                }
            }
        }
    }

    private void see(int source) {
        if (source != INITIAL) {
            int session = history.session(source);
            seen[session] = Math.max(seen[session], history.position(source) + 1);
        }
    }

    private void addRead(int reader, int read) {
        int source = history.readSource(read);
        int key = history.readKey(read);
        for (int group = writers.firstGroup(key); group < writers.endGroup(key); group++) {
            int session = writers.chain(group);
            int writer = writers.lastWithin(group, 0, seen[session]);
            if (writer == reader) {
                writer = writers.lastWithin(group, 0, history.position(reader));
            }
            if (writer >= 0 && writer != source) {
                graph.add(writer, source, reader);
            }
        }
    }
}

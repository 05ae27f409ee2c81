package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.Arrays;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.orders.RealtimeSweep;

/** Edges for what is visible because of the reader's own session. Each is linear in the history, almost. */
final class SessionRules {

    private SessionRules() {}

    /**
     * Adds edges from the writers before a reader in its session. If the graph has the session's order, the last one
     * before the reader suffices, also if the reader reads from that one.
     */
    static void addReadYourWrites(PrecedenceGraph graph, KeyValueHistory history, BaseOrder order) {
        switch (order) {
            case NONE -> addOwnWriters(graph, history);
            case SESSION, REALTIME -> addLastOwnWriter(graph, history);
        }
    }

    private static void addLastOwnWriter(PrecedenceGraph graph, KeyValueHistory history) {
        int[] lastWriter = new int[history.keyCount()];
        Arrays.fill(lastWriter, -1);
        for (int session = 0; session < history.sessionCount(); session++) {
            for (int at = 0; at < history.sessionSize(session); at++) {
                int txn = history.txnAt(session, at);
                for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                    int own = lastWriter[history.readKey(read)];
                    if (own >= 0 && history.session(own) == session && own != history.readSource(read)) {
                        graph.add(own, history.readSource(read), txn);
                    }
                }
                for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                    lastWriter[history.writeKey(write)] = txn;
                }
            }
        }
    }

    private static void addOwnWriters(PrecedenceGraph graph, KeyValueHistory history) {
        var prefixes = new WriterPrefixes(graph, history, false);
        for (int session = 0; session < history.sessionCount(); session++) {
            for (int at = 0; at < history.sessionSize(session); at++) {
                prefixes.addReads(history.txnAt(session, at));
                prefixes.append(history.txnAt(session, at));
            }
            prefixes.end();
        }
    }

    /** Adds edges from the writers that ended before a reader began. */
    static void addEarlierWriters(PrecedenceGraph graph, KeyValueHistory history) {
        var prefixes = new WriterPrefixes(graph, history, true);
        var sweep = RealtimeSweep.of(history);
        int ended = 0;
        for (int i = 0; i < sweep.size(); i++) {
            while (ended < sweep.endedBefore(sweep.byStart(i))) {
                prefixes.append(sweep.byEnd(ended++));
            }
            prefixes.addReads(sweep.byStart(i));
        }
        prefixes.end();
    }

    /**
     * Adds edges between the sources from which a session reads a key: each follows the one before it in the session's
     * reads of that key, a chain of one edge a read.
     */
    static void addMonotonicReads(PrecedenceGraph graph, KeyValueHistory history) {
        var seen = new SeenSources(history);
        for (int session = 0; session < history.sessionCount(); session++) {
            for (int at = 0; at < history.sessionSize(session); at++) {
                int txn = history.txnAt(session, at);
                for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                    int source = history.readSource(read);
                    int before = seen.replace(session, txn, history.readKey(read), source);
                    if (before != INITIAL && before != source) {
                        graph.add(before, source, txn);
                    }
                }
            }
        }
    }

    /** Adds the order of a session's writing transactions. */
    static void addMonotonicWrites(PrecedenceGraph graph, KeyValueHistory history) {
        for (int session = 0; session < history.sessionCount(); session++) {
            int before = -1;
            for (int at = 0; at < history.sessionSize(session); at++) {
                int txn = history.txnAt(session, at);
                if (history.firstWrite(txn) < history.endWrite(txn)) {
                    if (before >= 0) {
                        graph.add(before, txn);
                    }
                    before = txn;
                }
            }
        }
    }
}

package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.BitSet;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.orders.RealtimeSweep;

/** The edges that every level asks for: the base order, who read from whom, and what is known of versions. */
final class BaseEdges {

    private BaseEdges() {}

    /** Adds the base order and the write-read relation. O(transactions + reads), after a sort for real time. */
    static void addOrder(PrecedenceGraph graph, KeyValueHistory history, BaseOrder order) {
        switch (order) {
            case NONE -> {}
            case SESSION -> addSessions(graph, history);
            case REALTIME -> {
                addSessions(graph, history);
                addRealtime(graph, history);
            }
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            int previous = INITIAL;
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int source = history.readSource(read);
                if (source != INITIAL && source != previous) {
                    graph.add(source, txn);
                    previous = source;
                }
            }
        }
    }

    private static void addSessions(PrecedenceGraph graph, KeyValueHistory history) {
        for (int session = 0; session < history.sessionCount(); session++) {
            for (int at = 1; at < history.sessionSize(session); at++) {
                graph.add(history.txnAt(session, at - 1), history.txnAt(session, at));
            }
        }
    }

    /**
     * Adds a barrier for each instant at which a transaction begins after others have ended: who ended leads to it, it
     * leads to who begins and to the next barrier (as in {@link moirai.analysis.graph.RealtimeOrder}). At most three
     * edges a transaction.
     */
    private static void addRealtime(PrecedenceGraph graph, KeyValueHistory history) {
        var sweep = RealtimeSweep.of(history);
        int barrier = -1;
        int ended = 0;
        for (int i = 0; i < sweep.size(); i++) {
            int begun = sweep.byStart(i);
            if (sweep.endedBefore(begun) > ended) {
                int next = graph.addBarrier();
                if (barrier >= 0) {
                    graph.add(barrier, next);
                }
                barrier = next;
                while (ended < sweep.endedBefore(begun)) {
                    graph.add(sweep.byEnd(ended++), barrier);
                }
            }
            if (barrier >= 0) {
                graph.add(barrier, begun);
            }
        }
    }

    /** Adds the order of the versions that is known. O(keys + known versions + writes of keys that have some). */
    static void addVersions(PrecedenceGraph graph, KeyValueHistory history) {
        var known = new BitSet();
        for (int key = 0; key < history.keyCount(); key++) {
            for (int place = 0; place < history.versionCount(key); place++) {
                int writer = history.version(key, place);
                if (place > 0 && history.version(key, place - 1) != writer) {
                    graph.add(history.version(key, place - 1), writer);
                }
                int write = history.write(writer, key);
                if (write >= 0) {
                    known.set(write);
                }
            }
        }
        if (!known.isEmpty()) {
            addUnknownVersions(graph, history, known);
        }
    }

    private static void addUnknownVersions(PrecedenceGraph graph, KeyValueHistory history, BitSet known) {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                int key = history.writeKey(write);
                int versions = history.versionCount(key);
                if (versions > 0 && !known.get(write)) {
                    graph.add(history.version(key, versions - 1), txn);
                }
            }
        }
    }
}

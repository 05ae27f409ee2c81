package moirai.analysis.registers;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import moirai.analysis.Dependency;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.ProcessOrder;
import moirai.analysis.graph.RealtimeOrder;
import moirai.history.History;

/**
 * The direct serialization graph over recorded transactions, as far as the orders of versions prove it: wr from each
 * version's writer to its readers, ww from its writer and rw from its readers to the writers of the versions that
 * directly follow it, and the orders of sessions and real time. O(ops + orders) edges and time.
 */
final class SerializationGraph {

    private final History recorded;
    private final KeyValueHistory history;
    private final Versions versions;
    private final DependencyGraph.Builder graph;

    SerializationGraph(History recorded, KeyValueHistory history, Versions versions) {
        this.recorded = recorded;
        this.history = history;
        this.versions = versions;
        this.graph = new DependencyGraph.Builder(recorded.txnCount());
    }

    /**
     * Returns the graph that follows from these orders.
     *
     * @param asideKeys keys of which nothing but who read from whom is used
     */
    DependencyGraph of(Orders orders, BitSet asideKeys) {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                if (!versions.isInitial(versions.ofRead(read))) {
                    add(versions.writer(versions.ofRead(read)), txn, Dependency.WRITE_READ);
                }
            }
        }
        for (int version = 0; version < versions.count(); version++) {
            if (!asideKeys.get(versions.key(version))) {
                addSuccessors(version, orders);
            }
        }
        addInitial(orders, asideKeys);
        var txns = new IntArrayList(history.txnCount());
        for (int txn = 0; txn < history.txnCount(); txn++) {
            txns.add(history.recordedTxn(txn));
        }
        ProcessOrder.addTo(graph, recorded, txns);
        return graph.build(RealtimeOrder.addTo(graph, recorded, txns));
    }

    private void addSuccessors(int version, Orders orders) {
        int linked = 0;
        for (int order = orders.first(version); order != Orders.NONE; order = orders.next(order)) {
            int later = orders.later(order);
            if (!versions.isInitial(later)) {
                if (!versions.isInitial(version)) {
                    add(versions.writer(version), versions.writer(later), Dependency.WRITE_WRITE);
                }
                if (linked++ < versions.successorsMax(version)) {
                    addReaders(version, versions.writer(later));
                }
            }
        }
    }

    /**
     * Adds edges from the readers of initial versions. A version that another one is known to precede is reached
     * through that.
     */
    private void addInitial(Orders orders, BitSet asideKeys) {
        int[] linked = new int[history.keyCount()];
        for (int write = 0; write < history.writeCount(); write++) {
            int key = history.writeKey(write);
            int initial = versions.initial(key);
            if (!asideKeys.get(key) && !orders.hasEarlier(write) && linked[key]++ < versions.successorsMax(initial)) {
                addReaders(initial, versions.writer(write));
            }
        }
    }

    private void addReaders(int version, int overwriter) {
        for (int i = versions.firstReader(version); i < versions.endReader(version); i++) {
            add(versions.reader(i), overwriter, Dependency.READ_WRITE);
        }
    }

    private void add(int from, int to, Dependency kind) {
        if (from != to) {
            graph.add(history.recordedTxn(from), history.recordedTxn(to), kind);
        }
    }
}

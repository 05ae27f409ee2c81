package moirai.analysis.sets;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import moirai.analysis.Dependency;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.ProcessOrder;
import moirai.analysis.graph.RealtimeOrder;
import moirai.history.History;

/**
 * The direct serialization graph between some of the transactions, edge by edge.
 *
 * <p>wr: from the adder of each element that a read returned to the reader. rw: from the reader to the adder of each
 * element that took effect and that the read did not return. Of an element that two may have added, only the latter
 * follows: whoever missed it comes before both. O(reads × elements added to their keys) time and edges.
 */
final class SetDependencies {

    private final SetInference inference;
    private final History history;
    private final BitSet txns;
    private final DependencyGraph.Builder graph;
    /** The last read that returned the element for which each add stands. */
    private final int[] returnedBy;

    /**
     * Prepares the search for dependencies.
     *
     * @param txns the transactions between which dependencies count
     */
    SetDependencies(SetInference inference, BitSet txns) {
        this.inference = inference;
        this.history = inference.history();
        this.txns = txns;
        this.graph = new DependencyGraph.Builder(history.txnCount());
        this.returnedBy = new int[history.opCount()];
        Arrays.fill(returnedBy, SetInference.NONE);
    }

    DependencyGraph infer() {
        var ascending = new IntArrayList(txns.stream().toArray());
        for (int i = 0; i < ascending.size(); i++) {
            int txn = ascending.getInt(i);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (inference.isRead(op)) {
                    addRead(txn, op);
                }
            }
        }
        ProcessOrder.addTo(graph, history, ascending);
        return graph.build(RealtimeOrder.addTo(graph, history, ascending));
    }

    private void addRead(int reader, int readOp) {
        int key = history.key(readOp);
        for (int i = 0; i < history.length(readOp); i++) {
            int element = history.listElement(history.list(readOp), i);
            int add = inference.adds().addOf(key, element);
            if (add != Adds.UNKNOWN) {
                returnedBy[add] = readOp;
                int writer = inference.adder(key, element);
                if (writer != SetInference.NONE && txns.get(writer)) {
                    graph.add(writer, reader, Dependency.WRITE_READ);
                }
            }
        }
        for (int i = 0; i < inference.addCount(key); i++) {
            int add = inference.add(key, i);
            int writer = inference.txn(add);
            if (txns.get(writer) && returnedBy[inference.adds().standingFor(add)] != readOp) {
                graph.add(reader, writer, Dependency.READ_WRITE);
            }
        }
    }
}

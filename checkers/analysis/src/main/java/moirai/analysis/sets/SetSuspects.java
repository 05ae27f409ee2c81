package moirai.analysis.sets;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import moirai.analysis.Dependency;
import moirai.analysis.cycles.Shape;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.Digraph;
import moirai.analysis.graph.ProcessOrder;
import moirai.analysis.graph.RealtimeOrder;
import moirai.analysis.graph.StronglyConnected;
import moirai.history.History;

/**
 * Finds the transactions in cycles without looking at each dependency: every read has one with every element of its
 * key.
 *
 * <p>Nomenclature. A run is an interval of places in the {@link Appearance} of a key. Over the places of a key stand
 * two binary trees of vertices: in the upper one paths lead from adders to the roots, in the lower one from the roots
 * to adders.
 *
 * <ol>
 *   <li>The runs that a read returned become edges from the fewest nodes of the upper tree that cover them to the
 *       reader: it is reached by all their adders, and by nobody else.
 *   <li>The runs that it missed become edges from the reader to nodes of the lower tree, in the same way.
 *   <li>Orders of sessions and real time are added. Then a transaction is in a cycle of dependencies exactly if it is
 *       in a strongly connected component of this graph.
 * </ol>
 *
 * <p>A read that is a beginning of the order costs two runs, one that lost an element two more, and a run O(log
 * elements) edges: O(elements read × log + transactions) in all, where edge by edge it would be reads × elements. The
 * reader's own elements belong to no run, or paths would lead it to itself.
 */
final class SetSuspects {

    private final SetInference inference;
    private final History history;
    private final Appearance appearance;
    private final DependencyGraph.Builder graph;
    /** The first vertex of the upper tree of each key; the lower tree follows. */
    private final int[] upper;

    private final int[] leaves;
    private final IntArrayList own = new IntArrayList();

    private SetSuspects(SetInference inference) {
        this.inference = inference;
        this.history = inference.history();
        this.appearance = new Appearance(inference);
        this.graph = new DependencyGraph.Builder(history.txnCount());
        this.upper = new int[history.keyCount()];
        this.leaves = new int[history.keyCount()];
    }

    /** Returns the transactions of each strongly connected component, ascending. */
    static List<int[]> components(SetInference inference) {
        return new SetSuspects(inference).search();
    }

    /**
     * Returns the transactions to which a path of dependencies leads from one of these, and these themselves. O(edges).
     */
    static BitSet following(SetInference inference, BitSet seeds) {
        Digraph graph = new SetSuspects(inference).graph();
        var reached = (BitSet) seeds.clone();
        var pending = new IntArrayList(seeds.stream().toArray());
        while (!pending.isEmpty()) {
            int vertex = pending.popInt();
            for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
                int target = graph.target(vertex, edge);
                if (target >= 0 && !reached.get(target)) {
                    reached.set(target);
                    pending.add(target);
                }
            }
        }
        int txns = inference.history().txnCount();
        reached.clear(txns, Math.max(txns, reached.length()));
        return reached;
    }

    private List<int[]> search() {
        var components = new ArrayList<int[]>();
        for (int[] component : StronglyConnected.components(graph())) {
            int count = 0;
            while (count < component.length && component[count] < history.txnCount()) {
                count++;
            }
            components.add(Arrays.copyOf(component, count));
        }
        return components;
    }

    private Digraph graph() {
        IntArrayList txns = inference.effectiveList();
        ProcessOrder.addTo(graph, history, txns);
        int vertices = RealtimeOrder.addTo(graph, history, txns);
        for (int key = 0; key < history.keyCount(); key++) {
            upper[key] = vertices;
            leaves[key] = Integer.highestOneBit(Math.max(1, 2 * appearance.count(key) - 1));
            vertices += 4 * leaves[key];
            addTrees(key);
        }
        for (int i = 0; i < txns.size(); i++) {
            for (int op = history.firstOp(txns.getInt(i)); op < history.endOp(txns.getInt(i)); op++) {
                if (inference.isRead(op)) {
                    addRuns(txns.getInt(i), op);
                }
            }
        }
        return graph.build(vertices).masked(Shape.G2.mask(Strength.REALTIME));
    }

    private int lower(int key) {
        return upper[key] + 2 * leaves[key];
    }

    private void addTrees(int key) {
        for (int node = 2; node < 2 * leaves[key]; node++) {
            graph.add(upper[key] + node, upper[key] + node / 2, Dependency.WRITE_READ);
            graph.add(lower(key) + node / 2, lower(key) + node, Dependency.READ_WRITE);
        }
        for (int i = 0; i < inference.addCount(key); i++) {
            int add = inference.add(key, i);
            int place = appearance.place(add);
            if (place >= 0) {
                int leaf = leaves[key] + place;
                graph.add(lower(key) + leaf, inference.txn(add), Dependency.READ_WRITE);
                if (!inference.adds().isAmbiguous(add)) {
                    graph.add(inference.txn(add), upper[key] + leaf, Dependency.WRITE_READ);
                }
            }
        }
    }

    private void addRuns(int reader, int readOp) {
        int key = history.key(readOp);
        int[] places = appearance.returned(readOp, own);
        int next = 0;
        int from = 0;
        while (from < places.length) {
            addMissed(reader, key, next, places[from]);
            int to = from;
            while (to < places.length && places[to] - places[from] == to - from && !own.contains(places[to])) {
                to++;
            }
            addReturned(reader, key, places[from], places[from] + to - from);
            next = places[from] + Math.max(1, to - from);
            from = Math.max(from + 1, to);
        }
        addMissed(reader, key, next, appearance.count(key));
    }

    private void addReturned(int reader, int key, int from, int to) {
        forEachNode(key, from, to, node -> graph.add(upper[key] + node, reader, Dependency.WRITE_READ));
    }

    private void addMissed(int reader, int key, int from, int to) {
        forEachNode(key, from, to, node -> graph.add(reader, lower(key) + node, Dependency.READ_WRITE));
    }

    /** Passes on the fewest nodes of a tree of the key that cover the places from {@code from} to below {@code to}. */
    private void forEachNode(int key, int from, int to, IntConsumer nodes) {
        int right = leaves[key] + to;
        for (int left = leaves[key] + from; left < right; left >>= 1, right >>= 1) {
            if ((left & 1) == 1) {
                nodes.accept(left++);
            }
            if ((right & 1) == 1) {
                nodes.accept(--right);
            }
        }
    }
}

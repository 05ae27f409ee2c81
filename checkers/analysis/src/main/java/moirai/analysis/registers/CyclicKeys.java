package moirai.analysis.registers;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import moirai.analysis.columns.Groups;
import moirai.analysis.graph.Digraph;
import moirai.analysis.graph.StronglyConnected;

/**
 * Keys whose versions would have to precede each other in a circle, by the rules about each key alone: they are set
 * aside, so that nothing is inferred from such an order (Kingsbury, Alvaro 2020, section 7.4).
 *
 * <p>Without an assumption every step of the circle is a transaction that read one version and wrote the next, hence
 * depends on the writer of the first: the circle is a G1c, too, and found as one. With an assumption no interpretation
 * satisfies it. O(versions + orders).
 */
final class CyclicKeys {

    private final Versions versions;
    private final Orders orders;

    CyclicKeys(Versions versions, Orders orders) {
        this.versions = versions;
        this.orders = orders;
    }

    /**
     * Finds them.
     *
     * @param found is given, for each component of versions, a shortest circle through its first version: the orders
     *     it consists of; where the initial version would follow another, the order that says so alone
     */
    BitSet find(Consumer<IntArrayList> found) {
        var keys = new BitSet();
        for (int order = 0; order < orders.count(); order++) {
            int key = versions.key(orders.later(order));
            if (versions.isInitial(orders.later(order)) && !keys.get(key)) {
                keys.set(key);
                found.accept(IntArrayList.of(order));
            }
        }
        List<int[]> components = StronglyConnected.components(Graph.of(versions, orders));
        for (int[] component : components) {
            int key = versions.key(component[0]);
            if (!keys.get(key)) {
                keys.set(key);
                found.accept(circle(component[0]));
            }
        }
        return keys;
    }

    /** Returns a shortest circle through the version, as orders. */
    private IntArrayList circle(int version) {
        var reachedBy = new Int2IntOpenHashMap();
        var queue = new IntArrayList();
        queue.add(version);
        for (int i = 0; i < queue.size(); i++) {
            int from = queue.getInt(i);
            for (int order = orders.first(from); order != Orders.NONE; order = orders.next(order)) {
                int to = orders.later(order);
                if (to == version) {
                    return pathTo(from, version, order, reachedBy);
                }
                if (!reachedBy.containsKey(to)) {
                    reachedBy.put(to, order);
                    queue.add(to);
                }
            }
        }
        throw new IllegalStateException("version " + version + " is in no circle");
    }

    private IntArrayList pathTo(int last, int start, int closing, Int2IntOpenHashMap reachedBy) {
        var path = new IntArrayList();
        path.add(closing);
        for (int at = last; at != start; at = orders.earlier(reachedBy.get(at))) {
            path.add(reachedBy.get(at));
        }
        Collections.reverse(path);
        return path;
    }

    /** Versions as vertices, their orders as edges. */
    private record Graph(Orders orders, Groups byEarlier, int vertexCount) implements Digraph {

        static Graph of(Versions versions, Orders orders) {
            return new Graph(orders, Groups.of(orders.count(), versions.count(), orders::earlier), versions.count());
        }

        @Override
        public int firstEdge(int vertex) {
            return byEarlier.first(vertex);
        }

        @Override
        public int endEdge(int vertex) {
            return byEarlier.end(vertex);
        }

        @Override
        public int target(int vertex, int edge) {
            return orders.later(byEarlier.member(edge));
        }
    }
}

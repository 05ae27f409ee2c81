package moirai.analysis.axioms;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Cursor stability by Adya's definition (1999, section 4.2.3), for histories of few transactions: some order of each
 * key's writers makes no cycle of ww and wr edges, and on no key a cycle of its rw and ww edges with an rw edge.
 */
public final class GCursor {

    private final KeyValueHistory history;

    private GCursor(KeyValueHistory history) {
        this.history = history;
    }

    /** Decides whether such orders exist. Tries all that keep to the known versions. */
    public static boolean isAvoidable(KeyValueHistory history) {
        var definition = new GCursor(history);
        return definition.choose(0, definition.writeRead());
    }

    private boolean choose(int key, boolean[][] flow) {
        if (hasCycle(flow)) {
            return false;
        }
        if (key == history.keyCount()) {
            return true;
        }
        return orders(key).stream().filter(order -> !hasCursorCycle(key, order)).anyMatch(order -> {
            boolean[][] more = copy(flow);
            for (int i = 1; i < order.size(); i++) {
                more[order.get(i - 1)][order.get(i)] = true;
            }
            return choose(key + 1, more);
        });
    }

    private boolean[][] writeRead() {
        var flow = new boolean[history.txnCount()][history.txnCount()];
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                if (history.readSource(read) != KeyValueHistory.INITIAL) {
                    flow[history.readSource(read)][txn] = true;
                }
            }
        }
        return flow;
    }

    /** Returns all orders of the key's writers; none if known versions of two writers interleave. */
    private List<List<Integer>> orders(int key) {
        var known = new ArrayList<Integer>();
        for (int place = 0; place < history.versionCount(key); place++) {
            int writer = history.version(key, place);
            if (known.isEmpty() || known.getLast() != writer) {
                if (known.contains(writer)) {
                    return List.of();
                }
                known.add(writer);
            }
        }
        List<List<Integer>> orders = List.of(known);
        int writers = Math.toIntExact(IntStream.range(0, history.txnCount())
                .filter(txn -> history.writes(txn, key))
                .count());
        while (orders.getFirst().size() < writers) {
            orders = orders.stream()
                    .flatMap(order -> IntStream.range(0, history.txnCount())
                            .filter(txn -> history.writes(txn, key) && !order.contains(txn))
                            .mapToObj(txn -> {
                                var longer = new ArrayList<>(order);
                                longer.add(txn);
                                return (List<Integer>) longer;
                            }))
                    .toList();
        }
        return orders;
    }

    private boolean hasCursorCycle(int key, List<Integer> order) {
        var edges = new boolean[history.txnCount()][history.txnCount()];
        for (int i = 1; i < order.size(); i++) {
            edges[order.get(i - 1)][order.get(i)] = true;
        }
        boolean[][] leads = closed(edges);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int next = order.indexOf(history.readSource(read)) + 1;
                boolean isOverwritten = history.readKey(read) == key && next < order.size();
                // Another rw edge on the way back leads from a reader that writes, which is a cycle by itself.
                if (isOverwritten && order.get(next) != txn && leads[order.get(next)][txn]) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasCycle(boolean[][] edges) {
        boolean[][] leads = closed(edges);
        return IntStream.range(0, leads.length).anyMatch(txn -> leads[txn][txn]);
    }

    private static boolean[][] closed(boolean[][] edges) {
        boolean[][] leads = copy(edges);
        for (int via = 0; via < leads.length; via++) {
            for (int from = 0; from < leads.length; from++) {
                for (int to = 0; to < leads.length; to++) {
                    leads[from][to] |= leads[from][via] && leads[via][to];
                }
            }
        }
        return leads;
    }

    private static boolean[][] copy(boolean[][] edges) {
        return IntStream.range(0, edges.length).mapToObj(i -> edges[i].clone()).toArray(boolean[][]::new);
    }
}

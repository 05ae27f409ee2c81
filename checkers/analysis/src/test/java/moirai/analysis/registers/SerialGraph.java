package moirai.analysis.registers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.analysis.cycles.Shape;
import moirai.analysis.cycles.Strength;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.level.Phenomenon;

/** The direct serialization graph of one interpretation, by Adya's definitions, as matrices. */
final class SerialGraph {

    private final int size;
    private final boolean[][] ww;
    private final boolean[][] wr;
    private final boolean[][] rw;
    private final boolean[][] session;
    private final boolean[][] time;
    private final List<boolean[][]> wwOfKeys = new ArrayList<>();
    private final List<boolean[][]> rwOfKeys = new ArrayList<>();

    SerialGraph(
            List<Txn> txns,
            Set<Integer> effective,
            List<Interpretations.Found> reads,
            Map<Long, List<Integer>> orders) {
        this.size = txns.size();
        this.ww = new boolean[size][size];
        this.wr = new boolean[size][size];
        this.rw = new boolean[size][size];
        this.session = new boolean[size][size];
        this.time = new boolean[size][size];
        orders.forEach((key, order) -> {
            var wwOfKey = new boolean[size][size];
            var rwOfKey = new boolean[size][size];
            for (int i = 0; i + 1 < order.size(); i++) {
                wwOfKey[order.get(i)][order.get(i + 1)] = true;
            }
            reads.stream().filter(read -> read.key() == key).forEach(read -> {
                int next = read.writer() < 0 ? 0 : order.indexOf(read.writer()) + 1;
                if (next < order.size() && order.get(next) != read.txn()) {
                    rwOfKey[read.txn()][order.get(next)] = true;
                }
            });
            wwOfKeys.add(wwOfKey);
            rwOfKeys.add(rwOfKey);
            add(ww, wwOfKey);
            add(rw, rwOfKey);
        });
        reads.stream().filter(read -> read.writer() >= 0).forEach(read -> wr[read.writer()][read.txn()] = true);
        for (int first : effective) {
            for (int second : effective) {
                session[first][second] = inSession(txns, first, second);
                time[first][second] = inTime(txns, first, second);
            }
        }
    }

    static boolean inSession(List<Txn> txns, int first, int second) {
        return first < second
                && txns.get(first).session() == txns.get(second).session()
                && txns.get(first).outcome() instanceof Outcome.Committed;
    }

    static boolean inTime(List<Txn> txns, int first, int second) {
        return first != second
                && txns.get(first).outcome() instanceof Outcome.Committed
                && txns.get(first).endNanos() < txns.get(second).startNanos();
    }

    private void add(boolean[][] sum, boolean[][] more) {
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                sum[from][to] |= more[from][to];
            }
        }
    }

    private boolean[][] union(boolean[][]... parts) {
        var sum = new boolean[size][size];
        for (boolean[][] part : parts) {
            add(sum, part);
        }
        return sum;
    }

    private boolean[][] closure(boolean[][] edges) {
        boolean[][] closed = union(edges);
        for (int via = 0; via < size; via++) {
            for (int from = 0; from < size; from++) {
                for (int to = 0; to < size; to++) {
                    closed[from][to] |= closed[from][via] && closed[via][to];
                }
            }
        }
        return closed;
    }

    private boolean isCyclic(boolean[][] edges) {
        boolean[][] closed = closure(edges);
        for (int txn = 0; txn < size; txn++) {
            if (closed[txn][txn]) {
                return true;
            }
        }
        return false;
    }

    /**
     * Decides whether an edge of the first kind can be closed to a cycle by a path, which may be empty, of the second.
     */
    private boolean isClosed(boolean[][] edges, boolean[][] others) {
        boolean[][] closed = closure(others);
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                if (edges[from][to] && closed[to][from]) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Decides whether the graph has this phenomenon, or a graver one: one that each level forbids that forbids this
     * one.
     */
    boolean has(Phenomenon phenomenon) {
        if (phenomenon == Phenomenon.CYCLIC_VERSIONS) {
            return isCyclic(union(ww, wr));
        }
        if (phenomenon == Phenomenon.LOST_UPDATE) {
            boolean cursor = isCyclic(union(ww, wr));
            for (int key = 0; key < wwOfKeys.size(); key++) {
                cursor |= isClosed(rwOfKeys.get(key), wwOfKeys.get(key));
            }
            return cursor;
        }
        for (Shape shape : Shape.values()) {
            for (Strength strength : Strength.values()) {
                if (shape.phenomenon(strength) == phenomenon) {
                    return has(shape, strength);
                }
            }
        }
        throw new IllegalArgumentException(phenomenon + " is not of cycles");
    }

    private boolean has(Shape shape, Strength strength) {
        boolean[][] orders = switch (strength) {
            case PLAIN -> new boolean[size][size];
            case PROCESS -> session;
            case REALTIME -> union(session, time);
        };
        boolean[][] dependencies = union(ww, wr, orders);
        return switch (shape) {
            case G0 -> isCyclic(union(ww, orders));
            case G1C -> isCyclic(dependencies);
            case G_SINGLE -> isCyclic(dependencies) || isClosed(rw, dependencies);
            case G_NONADJACENT -> isCyclic(dependencies) || isCyclic(alternating(dependencies));
            case G2_ITEM -> isCyclic(union(dependencies, rw));
            case G_SINGLE_PREDICATE, G_NONADJACENT_PREDICATE, G2 ->
                throw new IllegalArgumentException(shape + " is not of registers");
        };
    }

    /** One rw edge and then at least one other. */
    private boolean[][] alternating(boolean[][] dependencies) {
        boolean[][] closed = closure(dependencies);
        var steps = new boolean[size][size];
        for (int from = 0; from < size; from++) {
            for (int via = 0; via < size; via++) {
                for (int to = 0; to < size; to++) {
                    steps[from][to] |= rw[from][via] && closed[via][to];
                }
            }
        }
        return steps;
    }
}

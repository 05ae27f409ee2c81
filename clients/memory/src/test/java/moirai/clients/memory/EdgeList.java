package moirai.clients.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A directed graph with two kinds of edges: those that carry information or order, and anti-dependencies (rw). */
final class EdgeList {

    private final List<List<Integer>> plain = new ArrayList<>();
    private final List<List<Integer>> anti = new ArrayList<>();

    EdgeList(int vertexCount) {
        for (int i = 0; i < vertexCount; i++) {
            plain.add(new ArrayList<>());
            anti.add(new ArrayList<>());
        }
    }

    void addPlain(int from, int to) {
        if (from != to) {
            plain.get(from).add(to);
        }
    }

    void addAnti(int from, int to) {
        if (from != to) {
            anti.get(from).add(to);
        }
    }

    /** Returns whether edges of both kinds form a cycle: repeatedly removes vertices without incoming edges. */
    boolean hasCycle() {
        int[] incoming = new int[plain.size()];
        for (int from = 0; from < plain.size(); from++) {
            plain.get(from).forEach(to -> incoming[to]++);
            anti.get(from).forEach(to -> incoming[to]++);
        }
        var free = new ArrayDeque<Integer>();
        for (int vertex = 0; vertex < incoming.length; vertex++) {
            if (incoming[vertex] == 0) {
                free.add(vertex);
            }
        }
        int removed = 0;
        while (!free.isEmpty()) {
            int vertex = free.remove();
            removed++;
            for (List<List<Integer>> edges : List.of(plain, anti)) {
                for (int to : edges.get(vertex)) {
                    incoming[to]--;
                    if (incoming[to] == 0) {
                        free.add(to);
                    }
                }
            }
        }
        return removed < plain.size();
    }

    /** Returns whether plain edges close an anti-dependency to a cycle. */
    boolean hasSingle() {
        return hasClosedWalk(false);
    }

    /** Returns whether a walk with further anti-dependencies, no two of them adjacent, closes an anti-dependency. */
    boolean hasNonadjacent() {
        return hasClosedWalk(true);
    }

    private boolean hasClosedWalk(boolean withMoreAnti) {
        for (int from = 0; from < anti.size(); from++) {
            for (int to : anti.get(from)) {
                if (reaches(to, from, withMoreAnti)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns whether a walk leads from {@code start}, just entered by an anti-dependency, to {@code goal} by a plain
     * edge. A state is a vertex, whether the last edge was an anti-dependency, and whether there was one at all.
     */
    private boolean reaches(int start, int goal, boolean withMoreAnti) {
        var seen = new boolean[4 * plain.size()];
        var queue = new ArrayDeque<Integer>();
        queue.add(4 * start + 1);
        seen[4 * start + 1] = true;
        while (!queue.isEmpty()) {
            int state = queue.remove();
            int vertex = state / 4;
            boolean afterAnti = (state & 1) != 0;
            boolean more = (state & 2) != 0;
            for (int to : plain.get(vertex)) {
                if (to == goal && more == withMoreAnti) {
                    return true;
                }
                visit(4 * to + (more ? 2 : 0), seen, queue);
            }
            if (withMoreAnti && !afterAnti) {
                anti.get(vertex).forEach(to -> visit(4 * to + 3, seen, queue));
            }
        }
        return false;
    }

    private static void visit(int state, boolean[] seen, ArrayDeque<Integer> queue) {
        if (!seen[state]) {
            seen[state] = true;
            queue.add(state);
        }
    }
}

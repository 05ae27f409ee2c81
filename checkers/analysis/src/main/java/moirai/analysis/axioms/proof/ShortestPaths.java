package moirai.analysis.axioms.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cheapest paths between all pairs of a few vertices (Floyd 1962). Costs are positive. */
final class ShortestPaths {

    /** Sums of three stay below the largest int. */
    private static final int UNREACHABLE = Integer.MAX_VALUE / 4;

    private final int size;
    private final int[] cost;
    private final int[] next;

    ShortestPaths(int size) {
        this.size = size;
        this.cost = new int[size * size];
        this.next = new int[size * size];
        Arrays.fill(cost, UNREACHABLE);
    }

    /** Adds an edge; of several between the same vertices the first cheapest counts. */
    void edge(int from, int to, int price) {
        if (price < cost[from * size + to]) {
            cost[from * size + to] = price;
            next[from * size + to] = to;
        }
    }

    /** Makes the edges added so far into paths. O(vertices³). */
    void close() {
        for (int via = 0; via < size; via++) {
            for (int from = 0; from < size; from++) {
                int first = cost[from * size + via];
                for (int to = 0; first < UNREACHABLE && to < size; to++) {
                    int price = first + cost[via * size + to];
                    if (price < cost[from * size + to]) {
                        cost[from * size + to] = price;
                        next[from * size + to] = next[from * size + via];
                    }
                }
            }
        }
    }

    boolean reaches(int from, int to) {
        return cost[from * size + to] < UNREACHABLE;
    }

    /** Returns the sum of the edges' prices on the cheapest path. */
    int cost(int from, int to) {
        return cost[from * size + to];
    }

    /** Returns the vertices on the cheapest path, both ends included. */
    List<Integer> path(int from, int to) {
        if (!reaches(from, to)) {
            throw new IllegalStateException("no path from " + from + " to " + to);
        }
        var path = new ArrayList<Integer>();
        path.add(from);
        for (int at = next[from * size + to]; at != to; at = next[at * size + to]) {
            path.add(at);
        }
        path.add(to);
        return path;
    }
}

package moirai.analysis.axioms.search.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import moirai.analysis.axioms.StepMeter;

/**
 * Keeps a topological order of a graph while edges are added, and finds the cycle that an edge would close.
 *
 * <p>Pearce, Kelly, "A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs" (2006). If an edge
 * goes forward in the order, nothing is to be done. If it goes backward, all that must move lies between its ends: what
 * its target leads to, before the source, and what leads to its source, after the target; both sets share out their
 * places again, the second before the first. Departure: the search from the target is breadth first, so that a cycle is
 * a shortest one, and short cycles are strong clauses. Taking edges back leaves the order as it is, since it stays
 * right.
 */
public final class AcyclicOrder {

    private final OrderGraph graph;
    private final StepMeter meter;
    private final int[] place;
    private final int[] seen;
    private final int[] foundBy;
    private final IntArrayList ahead = new IntArrayList();
    private final IntArrayList behind = new IntArrayList();
    private int searches;

    /** Prepares for an acyclic graph, which is sorted. */
    public AcyclicOrder(OrderGraph graph, TopologicalSort sort, StepMeter meter) {
        this.graph = graph;
        this.meter = meter;
        this.place = new int[graph.vertexCount()];
        this.seen = new int[graph.vertexCount()];
        this.foundBy = new int[graph.vertexCount()];
        for (int i = 0; i < sort.size(); i++) {
            place[sort.at(i)] = i;
        }
    }

    /**
     * Adds an edge, unless it would close a cycle.
     *
     * @param cycle is filled with the other edges of the cycle if there is one
     * @return whether it was added
     */
    public boolean add(int source, int target, IntArrayList cycle) {
        meter.spend(1);
        if (place[source] > place[target]) {
            if (!searchAhead(target, source)) {
                for (int vertex = source; vertex != target; vertex = graph.from(foundBy[vertex])) {
                    cycle.add(foundBy[vertex]);
                }
                return false;
            }
            searchBehind(source, target);
            shareOut();
        }
        graph.add(source, target);
        return true;
    }

    /**
     * Decides whether a path leads from the vertex to the other one.
     *
     * @param path is filled with its edges
     */
    public boolean leads(int source, int target, IntArrayList path) {
        meter.spend(1);
        if (place[source] > place[target] || searchAhead(source, target)) {
            return false;
        }
        for (int vertex = target; vertex != source; vertex = graph.from(foundBy[vertex])) {
            path.add(foundBy[vertex]);
        }
        return true;
    }

    /** Collects what the first vertex leads to, up to the place of the last; false if the last is found. */
    private boolean searchAhead(int first, int last) {
        searches++;
        ahead.clear();
        ahead.add(first);
        seen[first] = searches;
        for (int done = 0; done < ahead.size(); done++) {
            for (int edge = graph.firstOut(ahead.getInt(done)); edge != OrderGraph.NONE; edge = graph.nextOut(edge)) {
                meter.spend(1);
                int next = graph.to(edge);
                if (seen[next] != searches && place[next] <= place[last]) {
                    seen[next] = searches;
                    foundBy[next] = edge;
                    if (next == last) {
                        return false;
                    }
                    ahead.add(next);
                }
            }
        }
        return true;
    }

    private void searchBehind(int source, int target) {
        behind.clear();
        behind.add(source);
        seen[source] = searches;
        for (int done = 0; done < behind.size(); done++) {
            for (int edge = graph.firstIn(behind.getInt(done)); edge != OrderGraph.NONE; edge = graph.nextIn(edge)) {
                meter.spend(1);
                int next = graph.from(edge);
                if (seen[next] != searches && place[next] >= place[target]) {
                    seen[next] = searches;
                    behind.add(next);
                }
            }
        }
    }

    private void shareOut() {
        long[] first = byPlace(behind);
        long[] second = byPlace(ahead);
        int[] places = new int[first.length + second.length];
        for (int i = 0; i < places.length; i++) {
            places[i] = (int) ((i < first.length ? first[i] : second[i - first.length]) >>> Integer.SIZE);
        }
        Arrays.sort(places);
        for (int i = 0; i < places.length; i++) {
            place[(int) (i < first.length ? first[i] : second[i - first.length])] = places[i];
        }
    }

    /** Returns the vertices by ascending place, each with its place in the upper half. */
    private long[] byPlace(IntArrayList vertices) {
        long[] sorted = new long[vertices.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = (long) place[vertices.getInt(i)] << Integer.SIZE | vertices.getInt(i);
        }
        LongArrays.quickSort(sorted);
        return sorted;
    }
}

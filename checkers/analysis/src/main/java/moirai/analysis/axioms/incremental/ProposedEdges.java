package moirai.analysis.axioms.incremental;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Edges that one more read would add to a {@link CommitGraph}, and whether they would close a cycle, without adding
 * them.
 *
 * <ol>
 *   <li>An edge that follows from the graph is dropped; one whose target precedes its source closes a cycle alone.
 *   <li>The others close one together exactly if there is a cycle among their targets, where t leads to u if t is, or
 *       precedes, the source of an edge into u: a cycle through the graph visits the targets of the new edges that it
 *       takes, in turn.
 *   <li>The sources of the edges into a target are joined to one clock, so that each pair of targets is one look.
 * </ol>
 *
 * <p>Cost: O(edges × chains + targets²), and O(edges) if there is one target, as there mostly is.
 */
final class ProposedEdges {

    private final CommitGraph graph;
    private final IntArrayList sources = new IntArrayList();
    private final IntArrayList targets = new IntArrayList();
    private final IntArrayList distinctTargets = new IntArrayList();

    ProposedEdges(CommitGraph graph) {
        this.graph = graph;
    }

    void clear() {
        sources.clear();
        targets.clear();
        distinctTargets.clear();
    }

    /** Proposes that the one be before the other; false if the other already precedes it. */
    boolean add(int txn, int later) {
        if (graph.precedes(txn, later)) {
            return true;
        }
        if (graph.precedes(later, txn)) {
            return false;
        }
        sources.add(txn);
        targets.add(later);
        if (!distinctTargets.contains(later)) {
            distinctTargets.add(later);
        }
        return true;
    }

    /** Decides whether the graph stays acyclic with the proposed edges. */
    boolean areAcyclic() {
        int count = distinctTargets.size();
        if (count <= 1) {
            return true;
        }
        int[][] joined = new int[count][graph.chainCount()];
        for (int i = 0; i < sources.size(); i++) {
            graph.joinInto(joined[distinctTargets.indexOf(targets.getInt(i))], sources.getInt(i));
        }
        int[] arcsInto = new int[count];
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                arcsInto[to] += leads(distinctTargets.getInt(from), joined[to]);
            }
        }
        return sorts(joined, arcsInto);
    }

    /** Takes away targets that no other leads to, for as long as there are any (Kahn 1962). */
    private boolean sorts(int[][] joined, int[] arcsInto) {
        int[] free = new int[arcsInto.length];
        int freeCount = 0;
        for (int target = 0; target < arcsInto.length; target++) {
            if (arcsInto[target] == 0) {
                free[freeCount++] = target;
            }
        }
        for (int taken = 0; taken < freeCount; taken++) {
            for (int to = 0; to < arcsInto.length; to++) {
                int arcs = leads(distinctTargets.getInt(free[taken]), joined[to]);
                arcsInto[to] -= arcs;
                if (arcs == 1 && arcsInto[to] == 0) {
                    free[freeCount++] = to;
                }
            }
        }
        return freeCount == arcsInto.length;
    }

    /** Returns 1 if the target is among those counted, otherwise 0. */
    private int leads(int target, int[] counts) {
        return counts[graph.chain(target)] >= graph.place(target) ? 1 : 0;
    }

    /** Adds the edges to the graph. */
    void insert() {
        for (int i = 0; i < sources.size(); i++) {
            graph.require(sources.getInt(i), targets.getInt(i));
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(sources.toIntArray()) + " before " + Arrays.toString(targets.toIntArray());
    }
}

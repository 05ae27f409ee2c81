package moirai.analysis.cycles;

import it.unimi.dsi.fastutil.ints.IntIterator;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import moirai.analysis.Dependency;
import moirai.analysis.graph.DependencyGraph;

/**
 * Decides whether a part of a graph has the edges without which no cycle of a class can be in it. Walks may return to a
 * transaction and so suggest a cycle that is none, and to enumerate all simple paths in vain is what costs most.
 */
final class Ingredients {

    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    private final DependencyGraph graph;
    private final int mask;
    private int kinds;
    private boolean hasBarrier;
    /** The ends of an anti-dependency beside which no other kind stands: its tail; below, its head. */
    private int tail = NOBODY;

    private int head = NOBODY;
    private final IntOpenHashSet tails = new IntOpenHashSet();
    private final IntOpenHashSet heads = new IntOpenHashSet();

    /**
     * Looks at the edges between these vertices. O(edges that leave them).
     *
     * @param marked at these vertices, and at no others, {@code mark}
     */
    Ingredients(DependencyGraph graph, int mask, int[] vertices, int[] marked, int mark) {
        this.graph = graph;
        this.mask = mask;
        for (int vertex : vertices) {
            hasBarrier |= graph.isBarrier(vertex);
            for (int edge = graph.first(vertex); edge < graph.end(vertex); edge++) {
                if (marked[graph.target(edge)] == mark) {
                    add(vertex, edge);
                }
            }
        }
    }

    private void add(int vertex, int edge) {
        int here = graph.kinds(edge) & mask;
        kinds |= here;
        if (here != 0 && (here & ~Dependency.ANTI_DEPENDENCIES) == 0) {
            tail = merged(tail, vertex);
            head = merged(head, graph.target(edge));
            tails.add(vertex);
            heads.add(graph.target(edge));
        }
    }

    private static int merged(int known, int vertex) {
        return known == NOBODY || known == vertex ? vertex : SEVERAL;
    }

    /** Decides whether there may be cycles of this class here; if not, there is none. */
    boolean allow(Shape shape, Strength strength) {
        boolean ordered = (kinds & strength.required()) == strength.required() || hasBarrier;
        boolean predicated = !shape.needsPredicate() || (kinds & Dependency.PREDICATE_READ_WRITE.bit()) != 0;
        boolean shaped = switch (shape) {
            case G0 -> true;
            case G1C -> (kinds & Dependency.WRITE_READ.bit()) != 0;
            case G_SINGLE, G_SINGLE_PREDICATE -> tail != NOBODY;
            // A cycle visits nobody twice, so its rw edges leave, and reach, different transactions.
            case G_NONADJACENT, G_NONADJACENT_PREDICATE -> tail == SEVERAL && head == SEVERAL;
            case G2_ITEM, G2 -> tail == SEVERAL && head == SEVERAL && someHeadIsTail();
        };
        return ordered && predicated && shaped;
    }

    private boolean someHeadIsTail() {
        for (IntIterator all = heads.iterator(); all.hasNext(); ) {
            if (tails.contains(all.nextInt())) {
                return true;
            }
        }
        return false;
    }
}

package moirai.analysis.cycles;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.Dependency;
import moirai.analysis.graph.DependencyGraph;

/**
 * A cycle of one class somewhere in a large part of a component, for when {@link CycleSearch} ended before it came to
 * one, as it does where a cycle leads through very many transactions against the order in which they started.
 *
 * <p>Terms. An <i>anchor</i> is an edge of a kind without which no cycle of the class exists: the wr edge of a G1c, an
 * rw edge of those after it, for G0 one of the order that it needs, or any. A <i>tour</i> is a closed walk whose states
 * the shape accepts; it may visit a transaction twice.
 *
 * <ol>
 *   <li>From the head of an anchor, a breadth-first search over pairs of vertex and state finds the shortest tour that
 *       begins with the anchor. In a component nearly every anchor has one. For G2-item two rw edges follow each other,
 *       and nothing returns to the transaction between them.
 *   <li>A tour that visits nobody twice is a cycle: so it is wherever, after the anchor, the shape asks for nothing
 *       more, as G0, G1c, G-single and G2-item of data alone.
 *   <li>Other tours are cut where they meet themselves. Cut so, a tour without adjacent rw edges leaves at least one
 *       cycle without any: where two rw edges meet at a cut, none meet on its other side. So, for each class in which a
 *       tour is found, a cycle of this class or a graver one is found, and every level that forbids this class forbids
 *       that one.
 *   <li>Anchors are taken from all over the part, not from its beginning: few are tried, and with the first cycle only
 *       tours that are shorter are looked for.
 * </ol>
 *
 * <p>Cost: O(edges × states) for each anchor; {@link #ANCHORS_MAX} and the steps bound it. Where neither bound strikes
 * and no tour was found, there is no cycle.
 */
final class AnchoredSearch {

    /** The number of anchors that are tried in one part. */
    private static final int ANCHORS_MAX = 24;
    /** The number of anchors that are tried after the first cycle, in search of a shorter one. */
    private static final int ANCHORS_FOR_SHORTER = 4;

    private static final int STATE_MASK = (1 << Shape.STATE_BITS) - 1;
    private static final int NONE = -1;
    /** About 2^32 divided by the golden ratio: multiples of it are spread evenly. */
    private static final long SPREAD = 0x9e3779b1L;

    private final StepKinds stepKinds;
    private final DependencyGraph graph;
    private final int[] givenTo;
    private final long stepsMax;
    private final PairTable reachedFrom = new PairTable();
    private final IntArrayList queue = new IntArrayList();
    private final IntArrayList sources = new IntArrayList();
    private final IntArrayList edges = new IntArrayList();

    private long steps;
    private int call;
    /** The kinds of dependency of the anchors; without one of them there is no cycle. */
    private int anchorKinds;

    private int avoided = NONE;
    private int[] best = new int[0];
    private int[] graver = new int[0];
    /** The class of {@link #graver}, if there is one. */
    private Shape graverShape = Shape.G0;

    private boolean sawTour;
    private boolean wasComplete;

    /** @param givenTo see {@link #search}; shared with the caller */
    AnchoredSearch(StepKinds stepKinds, int[] givenTo, long stepsMax) {
        this.stepKinds = stepKinds;
        this.graph = stepKinds.component().graph();
        this.givenTo = givenTo;
        this.stepsMax = stepsMax;
    }

    /** Returns the cycle of the class that the last search found, from its anchor on, or an empty array. */
    int[] cycle() {
        return best;
    }

    /** Returns a cycle of a graver class that the last search came upon, or an empty array. */
    int[] graver() {
        return graver;
    }

    /** Returns whether the last search has shown that there is no cycle of the class. */
    boolean excludes() {
        return wasComplete && !sawTour;
    }

    /**
     * Searches among these vertices.
     *
     * @param call what {@code givenTo} says of these vertices, and of no others
     */
    void search(int[] vertices, int call) {
        this.call = call;
        best = new int[0];
        graver = new int[0];
        sawTour = false;
        collectAnchors(vertices);
        int count = edges.size();
        int tries = Math.min(count, ANCHORS_MAX);
        for (int i = 0; i < tries && steps < stepsMax; i++) {
            if (best.length > 0 && tries > i + ANCHORS_FOR_SHORTER) {
                tries = i + ANCHORS_FOR_SHORTER;
            }
            // The low 32 bits of a multiple, as a share of the number of anchors.
            int place = count <= ANCHORS_MAX ? i : (int) (((i * SPREAD & 0xffffffffL) * count) >>> 32);
            searchFrom(sources.getInt(place), edges.getInt(place));
        }
        wasComplete = count <= ANCHORS_MAX && steps < stepsMax;
    }

    private boolean isInside(int vertex) {
        return givenTo[vertex] == call;
    }

    /** Collects the edges of the kind that occurs least often, among those of which each cycle needs one. */
    private void collectAnchors(int[] vertices) {
        int required = stepKinds.strength().required();
        int data = stepKinds.shape().needed();
        int all = Shape.G2.mask(Strength.REALTIME);
        collect(vertices, data != 0 ? data : required != 0 ? required : all);
        if (data != 0 && required != 0) {
            int ofData = edges.size();
            collect(vertices, required);
            if (edges.size() >= ofData) {
                collect(vertices, data);
            }
        }
    }

    private void collect(int[] vertices, int kinds) {
        anchorKinds = kinds;
        sources.clear();
        edges.clear();
        for (int vertex : vertices) {
            for (int edge = graph.first(vertex); edge < graph.end(vertex); edge++) {
                steps++;
                int options = graph.isBarrier(vertex) ? 0 : optionsOf(vertex, edge);
                if (isInside(graph.target(edge)) && (options & kinds) != 0) {
                    sources.add(vertex);
                    edges.add(edge);
                }
            }
        }
    }

    private int optionsOf(int vertex, int edge) {
        int target = graph.target(edge);
        return graph.isBarrier(target)
                ? graph.kinds(edge) & stepKinds.mask()
                : stepKinds.options(vertex, target, graph.kinds(edge));
    }

    private void searchFrom(int root, int anchor) {
        reachedFrom.clear();
        queue.clear();
        avoided = NONE;
        int start = root << Shape.STATE_BITS;
        reachedFrom.putIfAbsent(start, NONE);
        if (follow(root, start, anchor, true)) {
            return;
        }
        boolean forks = stepKinds.shape() == Shape.G2_ITEM && anchorKinds == Dependency.READ_WRITE.bit();
        if (forks && forkAfter(root)) {
            return;
        }
        for (int i = 0; i < queue.size() && steps < stepsMax; i++) {
            int from = queue.getInt(i);
            int vertex = from >>> Shape.STATE_BITS;
            for (int edge = graph.first(vertex); edge < graph.end(vertex); edge++) {
                if (follow(root, from, edge, false)) {
                    return;
                }
            }
        }
    }

    /** Replaces what the anchor reached by what is reached from there through another rw edge. */
    private boolean forkAfter(int root) {
        int[] reached = queue.toIntArray();
        queue.clear();
        for (int from : reached) {
            int vertex = from >>> Shape.STATE_BITS;
            for (int edge = graph.first(vertex); edge < graph.end(vertex); edge++) {
                boolean anti = (optionsOf(vertex, edge) & Dependency.ANTI_DEPENDENCIES) != 0;
                if (anti && follow(root, from, edge, false)) {
                    return true;
                }
            }
            avoided = vertex;
        }
        return false;
    }

    /** Follows one edge; returns whether the search from this anchor is over. */
    private boolean follow(int root, int from, int edge, boolean isFirst) {
        steps++;
        int vertex = from >>> Shape.STATE_BITS;
        int target = graph.target(edge);
        if (!isInside(target) || target == avoided) {
            return false;
        }
        if (graph.isBarrier(target)) {
            if (stepKinds.strength() == Strength.REALTIME) {
                reach(target << Shape.STATE_BITS | (from & STATE_MASK), from);
            }
            return false;
        }
        int options = graph.isBarrier(vertex)
                ? Dependency.REALTIME.bit() & stepKinds.mask()
                : stepKinds.options(vertex, target, graph.kinds(edge));
        options &= isFirst ? anchorKinds : options;
        for (; options != 0; options &= options - 1) {
            int state = stepKinds
                    .shape()
                    .after(from & STATE_MASK, Integer.lowestOneBit(options), isFirst, stepKinds.strength());
            if (state >= 0 && target != root) {
                reach(target << Shape.STATE_BITS | state, from);
            } else if (state >= 0 && stepKinds.shape().accepts(state, stepKinds.strength())) {
                sawTour = true;
                return close(from);
            }
        }
        return false;
    }

    private void reach(int pair, int from) {
        if (reachedFrom.putIfAbsent(pair, from)) {
            queue.add(pair);
        }
    }

    /** Keeps the cycles in the tour that ends here; returns whether the tour is one itself. O(length of the tour). */
    private boolean close(int last) {
        int[] backwards = CycleSearch.backFrom(last, reachedFrom, graph);
        steps += backwards.length;
        var path = new IntArrayList();
        var places = new Int2IntOpenHashMap(backwards.length);
        places.defaultReturnValue(NONE);
        for (int i = backwards.length - 1; i >= 0; i--) {
            int first = places.putIfAbsent(backwards[i], path.size());
            if (first != NONE) {
                keep(Arrays.copyOfRange(path.elements(), first, path.size()), false);
                for (int j = path.size() - 1; j > first; j--) {
                    places.remove(path.getInt(j));
                }
                path.size(first);
            }
            path.add(backwards[i]);
        }
        boolean whole = path.size() == backwards.length;
        keep(path.toIntArray(), whole);
        return whole;
    }

    /** Keeps a cycle if it is shorter than the one known of its class. */
    private void keep(int[] cycle, boolean isOfClass) {
        steps += cycle.length;
        boolean shorter = best.length == 0 || cycle.length < best.length;
        if (shorter && (isOfClass || stepKinds.accepts(cycle, cycle.length))) {
            best = cycle;
        } else if (!isOfClass) {
            keepGraver(cycle);
        }
    }

    private void keepGraver(int[] cycle) {
        Shape shape = stepKinds.gravest(cycle).shape();
        int byShape = graver.length == 0 ? -1 : shape.compareTo(graverShape);
        if (byShape < 0 || (byShape == 0 && cycle.length < graver.length)) {
            graver = cycle;
            graverShape = shape;
        }
    }
}

package moirai.analysis.cycles;

import static moirai.analysis.Dependency.REALTIME;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Optional;
import moirai.analysis.Anomaly;
import moirai.analysis.graph.DependencyGraph;
import moirai.history.level.Phenomenon;

/**
 * The shortest cycle of one {@link Shape} and {@link Strength} within a part of a component.
 *
 * <p>Terms. The kinds of dependency that may stand for a step between two transactions are its options, see {@link
 * StepKinds}. The <i>root</i> of a cycle is its transaction that started last.
 *
 * <p>Method.
 *
 * <ol>
 *   <li>For each root in order of start, a breadth-first search over pairs of vertex and state of the shape's automaton
 *       finds the shortest closed walk through the root. Only vertices that started before the root are visited: every
 *       cycle has exactly one root, so nothing is lost, and since dependencies lead backwards in time only between
 *       transactions that overlap, or in an anomaly, a search stays within a short window of time instead of the whole
 *       component.
 *   <li>A step through barriers costs nothing until it reaches a transaction, where it counts as one realtime edge.
 *   <li>A walk that visits a transaction twice is no cycle. Then simple cycles are enumerated, within limits. Where a
 *       limit strikes, the verdict on levels is still right: such a walk splits into smaller closed walks, of which one
 *       has a shape that every level forbids that forbids this one (fewer rw edges, no new adjacent ones but where
 *       G-single or G1c remain).
 *   <li>Once a cycle is known, only shorter ones are looked for.
 *   <li>Where most dependencies lead from later transactions to earlier ones, every root reaches nearly all before it,
 *       and perhaps only the last closes a cycle. If the steps end before any cycle is known, every transaction is
 *       tried as the one that started first, and only later ones are visited.
 *   <li>If that ends as well, {@link AnchoredSearch} looks for a cycle that may be longer than others.
 * </ol>
 *
 * <p>Cost: O(roots × edges in the window × states). {@link #STEPS_MAX} bounds it, in each direction; {@link
 * #wasCutShort} tells.
 */
final class CycleSearch {

    /** The number of edges that the search for one class may follow, with those of enumerations. */
    private static final long STEPS_MAX = 10_000_000;
    /** And so many more for each edge of the graph: what is found close by is found in a history of any size. */
    private static final long STEPS_PER_EDGE = 10;
    /** The number of pairs of transactions that the enumeration of simple cycles may look at for one root. */
    private static final int ENUMERATION_STEPS_MAX = 500_000;

    /**
     * The number of vertices that a component may have: a pair of vertex and state is one int, and all bits set mean
     * none.
     */
    static final int VERTICES_MAX = (1 << (Integer.SIZE - Shape.STATE_BITS)) - 1;

    private static final int STATE_MASK = (1 << Shape.STATE_BITS) - 1;
    private static final int NONE = -1;

    private final Component component;
    private final DependencyGraph graph;
    private final Shape shape;
    private final Strength strength;
    private final StepKinds stepKinds;
    private final long stepsMax;
    /** The number of the last call of {@link #shortest} to which each vertex was given. */
    private final int[] givenTo;
    /** The pair of vertex and state from which each visited pair was reached. */
    private final PairTable reachedFrom = new PairTable();
    /** The search that is used if the steps end before a cycle is found; it has steps of its own. */
    private final AnchoredSearch anchored;

    private int call;
    private boolean wasCutShort;
    private boolean isBackwards;
    /** The knowledge that nothing was passed over that could have been a shorter cycle. */
    private boolean isComplete;

    private IntArrayList level = new IntArrayList();
    private IntArrayList nextLevel = new IntArrayList();
    private int[] best = new int[0];
    private int lengthBound = Integer.MAX_VALUE;
    private boolean sawRepeatedTxn;
    private long steps;
    private long stepsBackwards;

    /** @param component of at most {@link #VERTICES_MAX} vertices, if anything is searched in it */
    CycleSearch(Component component, Shape shape, Strength strength) {
        this.component = component;
        this.graph = component.graph();
        this.shape = shape;
        this.strength = strength;
        this.stepKinds = new StepKinds(component, shape, strength);
        this.stepsMax = STEPS_MAX + STEPS_PER_EDGE * graph.edgeCount();
        this.givenTo = new int[graph.vertexCount()];
        this.anchored = new AnchoredSearch(stepKinds, givenTo, 2 * stepsMax);
    }

    Shape shape() {
        return shape;
    }

    /** Returns the mask of the kinds of dependency that cycles of this class consist of. */
    int mask() {
        return stepKinds.mask();
    }

    /** Returns the name of cycles of this class. */
    Phenomenon phenomenon() {
        return shape.phenomenon(strength);
    }

    /**
     * Returns whether the last search gave up before it had seen everything: there may be a cycle, or a shorter one.
     */
    boolean wasCutShort() {
        return wasCutShort;
    }

    /** Returns a cycle of a graver class, if the last search came upon one while it found none of this class. */
    Optional<Graver> graver() {
        int[] cycle = anchored.graver();
        return best.length > 0 || !wasCutShort || cycle.length == 0 ? Optional.empty() : Optional.of(graver(cycle));
    }

    private Graver graver(int[] cycle) {
        StepKinds gravest = stepKinds.gravest(cycle);
        return new Graver(gravest.shape(), gravest.witness(cycle));
    }

    /** A cycle and its shape. */
    record Graver(Shape shape, Anomaly.Cycle cycle) {}

    private boolean isCutShort() {
        return steps >= stepsMax;
    }

    private boolean isInside(int vertex) {
        return givenTo[vertex] == call;
    }

    /**
     * Returns the shortest cycle within these vertices, which must be in ascending order; of equally short ones the
     * earliest. If the search {@linkplain #wasCutShort was cut short}, perhaps not the shortest.
     */
    Optional<Anomaly.Cycle> shortest(int[] vertices) {
        call++;
        wasCutShort = false;
        for (int vertex : vertices) {
            givenTo[vertex] = call;
        }
        if (!new Ingredients(graph, mask(), vertices, givenTo, call).allow(shape, strength)) {
            return Optional.empty();
        }
        best = new int[0];
        lengthBound = Integer.MAX_VALUE;
        isComplete = true;
        for (int root : vertices) {
            searchAndEnumerateFrom(root);
        }
        if (best.length == 0 && isCutShort()) {
            searchBackwards(vertices);
        }
        wasCutShort = !isComplete && lengthBound > 2;
        if (wasCutShort && best.length == 0) {
            anchored.search(vertices, call);
            best = anchored.cycle();
            wasCutShort = !anchored.excludes();
        }
        return best.length == 0 ? Optional.empty() : Optional.of(stepKinds.witness(best));
    }

    private void searchAndEnumerateFrom(int root) {
        if (graph.isBarrier(root) || lengthBound <= 2) {
            return;
        }
        sawRepeatedTxn = false;
        searchFrom(root);
        if (sawRepeatedTxn) {
            enumerateFrom(root);
        }
        isComplete &= !isCutShort();
    }

    /** Tries every vertex as the one of a cycle that started first, with as many steps. */
    private void searchBackwards(int[] vertices) {
        long stepsForwards = steps;
        steps = stepsBackwards;
        isBackwards = true;
        isComplete = true;
        for (int i = vertices.length - 1; i >= 0 && lengthBound > 2; i--) {
            if (!graph.isBarrier(vertices[i])) {
                sawRepeatedTxn = false;
                searchFrom(vertices[i]);
                isComplete &= !sawRepeatedTxn && !isCutShort();
            }
        }
        isBackwards = false;
        stepsBackwards = steps;
        steps = stepsForwards;
    }

    private void searchFrom(int root) {
        reachedFrom.clear();
        level.clear();
        nextLevel.clear();
        int start = root << Shape.STATE_BITS;
        reachedFrom.putIfAbsent(start, NONE);
        level.add(start);
        for (int depth = 0; !level.isEmpty() && depth + 1 < lengthBound; depth++) {
            // Barriers are added to the level while it is walked, since they cost nothing.
            for (int i = 0; i < level.size() && !isCutShort(); i++) {
                if (expand(root, level.getInt(i))) {
                    return;
                }
            }
            IntArrayList walked = level;
            level = nextLevel;
            nextLevel = walked;
            nextLevel.clear();
        }
    }

    /** Follows the edges that leave one pair of vertex and state; returns whether a cycle was closed. */
    private boolean expand(int root, int from) {
        int vertex = from >>> Shape.STATE_BITS;
        boolean fromBarrier = graph.isBarrier(vertex);
        for (int edge = graph.first(vertex); edge < graph.end(vertex); edge++) {
            steps++;
            int target = graph.target(edge);
            if (graph.isBarrier(target)) {
                boolean isBefore = isBackwards || target <= component.lastBarrier(root);
                if (strength == Strength.REALTIME && isBefore && isInside(target)) {
                    reach(level, target << Shape.STATE_BITS | (from & STATE_MASK), from);
                }
            } else if ((isBackwards ? target >= root : target <= root) && isInside(target)) {
                int options =
                        fromBarrier ? REALTIME.bit() & mask() : stepKinds.options(vertex, target, graph.kinds(edge));
                for (; options != 0; options &= options - 1) {
                    if (step(root, from, target, Integer.lowestOneBit(options))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean step(int root, int from, int target, int kind) {
        int vertex = from >>> Shape.STATE_BITS;
        int state = shape.after(from & STATE_MASK, kind, vertex == root, strength);
        if (state < 0) {
            return false;
        }
        if (target != root) {
            reach(nextLevel, target << Shape.STATE_BITS | state, from);
            return false;
        }
        return shape.accepts(state, strength) && close(from);
    }

    private void reach(IntArrayList queue, int pair, int from) {
        if (reachedFrom.putIfAbsent(pair, from)) {
            queue.add(pair);
        }
    }

    /** Keeps the walk that ends in this pair, and from there returns to the root, if it is a shorter cycle. */
    private boolean close(int last) {
        int[] txns = backFrom(last, reachedFrom, graph);
        steps += txns.length;
        if (Arrays.stream(txns).distinct().count() < txns.length) {
            sawRepeatedTxn = true;
            return false;
        }
        reverse(txns);
        keep(txns, txns.length);
        return true;
    }

    /** Returns the transactions on the way back from a pair of vertex and state to where the search began. */
    static int[] backFrom(int last, PairTable reachedFrom, DependencyGraph graph) {
        var walk = new IntArrayList();
        for (int pair = last; pair != NONE; pair = reachedFrom.get(pair)) {
            int vertex = pair >>> Shape.STATE_BITS;
            if (!graph.isBarrier(vertex)) {
                walk.add(vertex);
            }
        }
        return walk.toIntArray();
    }

    private void keep(int[] path, int length) {
        best = Arrays.copyOf(path, length);
        lengthBound = length;
    }

    private static void reverse(int[] values) {
        for (int i = 0, j = values.length - 1; i < j; i++, j--) {
            int swapped = values[i];
            values[i] = values[j];
            values[j] = swapped;
        }
    }

    /**
     * Tries simple paths from the root, shortest cycle first to be kept; a depth-first search with an explicit path.
     */
    private void enumerateFrom(int root) {
        int budget = ENUMERATION_STEPS_MAX;
        var path = new IntArrayList(new int[] {root});
        var next = new IntArrayList(new int[] {0});
        while (!path.isEmpty() && budget-- > 0 && !isCutShort()) {
            steps++;
            int candidate = next.topInt();
            next.set(next.size() - 1, candidate + 1);
            if (candidate > root || path.size() >= lengthBound - 1) {
                // Nothing is left here, but a cycle may close.
                path.popInt();
                next.popInt();
            } else if (isInside(candidate) && !path.contains(candidate) && canStep(path.topInt(), candidate)) {
                path.push(candidate);
                next.push(0);
                if (stepKinds.accepts(path.elements(), path.size())) {
                    keep(path.elements(), path.size());
                }
            }
        }
    }

    private boolean canStep(int from, int to) {
        return stepKinds.allOptions(from, to) != 0;
    }
}

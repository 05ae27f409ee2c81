package moirai.analysis.graph;

import static moirai.analysis.Dependency.ANTI_DEPENDENCIES;
import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.REALTIME;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.Phenomenon;

/**
 * The shortest cycle of one {@link Shape} and {@link Strength} within a part of a component.
 *
 * <p>Terms. An <i>option</i> of two adjacent transactions is a kind of dependency that may stand for the step between
 * them: every kind that is there, but rw only if there is no other, because a cycle that needs no anti-dependency is
 * the graver anomaly, and rw on a predicate only if there is none on an item. The <i>root</i> of a cycle is its
 * transaction that started last.
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
 * </ol>
 *
 * <p>Cost: O(roots × edges in the window × states). {@link #STEPS_MAX} bounds it; {@link #isCutShort} tells.
 */
final class CycleSearch {

    /** How many edges the search for one class may follow, those looked at in enumerations included. */
    private static final long STEPS_MAX = 10_000_000;
    /** And so many more for each edge of the graph: what is found close by is found in a history of any size. */
    private static final long STEPS_PER_EDGE = 10;
    /** How many pairs of transactions the enumeration of simple cycles may look at for one root. */
    private static final int ENUMERATION_STEPS_MAX = 500_000;

    private static final int STATE_MASK = (1 << Shape.STATE_BITS) - 1;
    private static final int NONE = -1;

    private final Component component;
    private final DependencyGraph graph;
    private final Shape shape;
    private final Strength strength;
    private final int mask;
    private final long stepsMax;
    /** For each vertex the number of the last call of {@link #shortest} that it was given to. */
    private final int[] givenTo;
    /** For each visited pair of vertex and state the pair from which it was reached. */
    private final PairTable reachedFrom = new PairTable();

    private int call;

    private IntArrayList level = new IntArrayList();
    private IntArrayList nextLevel = new IntArrayList();
    private int[] best = new int[0];
    private int lengthBound = Integer.MAX_VALUE;
    private boolean sawRepeatedTxn;
    private long steps;

    CycleSearch(Component component, Shape shape, Strength strength) {
        this.component = component;
        this.graph = component.graph();
        this.shape = shape;
        this.strength = strength;
        this.mask = shape.mask(strength);
        this.stepsMax = STEPS_MAX + STEPS_PER_EDGE * graph.edgeCount();
        this.givenTo = new int[graph.vertexCount()];
    }

    Shape shape() {
        return shape;
    }

    /** The mask of the kinds of dependency that cycles of this class consist of. */
    int mask() {
        return mask;
    }

    /** The name of cycles of this class. */
    Phenomenon phenomenon() {
        return shape.phenomenon(strength);
    }

    /** Whether the search gave up before it had seen everything; from then on it finds nothing. */
    boolean isCutShort() {
        return steps >= stepsMax;
    }

    private boolean isInside(int vertex) {
        return givenTo[vertex] == call;
    }

    /**
     * The shortest cycle within these vertices, which must be in ascending order; of equally short ones the earliest.
     */
    Optional<Anomaly.Cycle> shortest(int[] vertices) {
        call++;
        for (int vertex : vertices) {
            givenTo[vertex] = call;
        }
        if (!new Ingredients(graph, mask, vertices, givenTo, call).allow(shape, strength)) {
            return Optional.empty();
        }
        best = new int[0];
        lengthBound = Integer.MAX_VALUE;
        for (int root : vertices) {
            if (graph.isBarrier(root) || lengthBound <= 2 || isCutShort()) {
                break;
            }
            sawRepeatedTxn = false;
            searchFrom(root);
            if (sawRepeatedTxn) {
                enumerateFrom(root);
            }
        }
        return best.length == 0 ? Optional.empty() : Optional.of(witness());
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
                if (strength == Strength.REALTIME && target <= component.lastBarrier(root) && isInside(target)) {
                    reach(level, target << Shape.STATE_BITS | (from & STATE_MASK), from);
                }
            } else if (target <= root && isInside(target)) {
                int options = fromBarrier ? REALTIME.bit() & mask : options(vertex, target, graph.kinds(edge));
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

    /** Without the kinds that a cycle does not need where others of these are. */
    private static int plainest(int kinds) {
        int dependencies = kinds & ~ANTI_DEPENDENCIES;
        if (dependencies != 0) {
            return dependencies;
        }
        return (kinds & READ_WRITE.bit()) != 0 ? READ_WRITE.bit() : kinds;
    }

    private int options(int from, int to, int kinds) {
        int allowed = plainest(kinds & mask);
        if ((allowed & ANTI_DEPENDENCIES) == 0) {
            return allowed;
        }
        // The step through the barriers stands for this one.
        return strength == Strength.REALTIME && component.precedes(from, to) ? 0 : allowed;
    }

    /** Keeps the walk that ends in this pair, and from there returns to the root, if it is a shorter cycle. */
    private boolean close(int last) {
        var walk = new IntArrayList();
        for (int pair = last; pair != NONE; pair = reachedFrom.get(pair)) {
            int vertex = pair >>> Shape.STATE_BITS;
            if (!graph.isBarrier(vertex)) {
                walk.add(vertex);
            }
        }
        int[] txns = walk.toIntArray();
        steps += txns.length;
        if (Arrays.stream(txns).distinct().count() < txns.length) {
            sawRepeatedTxn = true;
            return false;
        }
        reverse(txns);
        keep(txns, txns.length);
        return true;
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

    /** All kinds that a step between two transactions may have, directly or through barriers. */
    private int allOptions(int from, int to) {
        boolean realtime = strength == Strength.REALTIME && component.precedes(from, to);
        return plainest((graph.kindsBetween(from, to) | (realtime ? REALTIME.bit() : 0)) & mask);
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
            } else if (isInside(candidate) && !path.contains(candidate) && allOptions(path.topInt(), candidate) != 0) {
                path.push(candidate);
                next.push(0);
                if (isCycle(path.elements(), path.size())) {
                    keep(path.elements(), path.size());
                }
            }
        }
    }

    private boolean isCycle(int[] path, int length) {
        return kindsOf(path, length).length == length;
    }

    private Anomaly.Cycle witness() {
        var txns = new ArrayList<Integer>();
        var dependencies = new ArrayList<Dependency>();
        int[] kinds = kindsOf(best, best.length);
        for (int i = 0; i < best.length; i++) {
            txns.add(component.txn(best[i]));
            for (Dependency dependency : Dependency.values()) {
                if (dependency.bit() == kinds[i]) {
                    dependencies.add(dependency);
                }
            }
        }
        return new Anomaly.Cycle(shape.phenomenon(strength), rotated(txns), rotated(dependencies));
    }

    /** The root last, so that a proof begins where time does. */
    private static <T> List<T> rotated(List<T> fromRoot) {
        var list = new ArrayList<>(fromRoot.subList(1, fromRoot.size()));
        list.add(fromRoot.getFirst());
        return list;
    }

    /**
     * Kinds for the steps of a cycle with which the shape accepts it, or an empty array: the first such choice when
     * kinds are tried in the order of their bits. O(length × states) by remembering the choice that led to each state.
     */
    private int[] kindsOf(int[] cycle, int length) {
        int stateCount = STATE_MASK + 1;
        // Narrow, because a cycle may lead through everything; a kind is one bit of eight.
        byte[][] chosen = new byte[length + 1][stateCount];
        short[][] previous = new short[length + 1][stateCount];
        for (short[] row : previous) {
            Arrays.fill(row, (short) NONE);
        }
        previous[0][0] = 0;
        for (int i = 0; i < length; i++) {
            int options = allOptions(cycle[i], cycle[(i + 1) % length]);
            for (int state = 0; state < stateCount; state++) {
                for (int left = previous[i][state] == NONE ? 0 : options; left != 0; left &= left - 1) {
                    int kind = Integer.lowestOneBit(left);
                    int after = shape.after(state, kind, i == 0, strength);
                    if (after >= 0 && previous[i + 1][after] == NONE) {
                        previous[i + 1][after] = (short) state;
                        chosen[i + 1][after] = (byte) kind;
                    }
                }
            }
        }
        return traceBack(previous, chosen, length);
    }

    private int[] traceBack(short[][] previous, byte[][] chosen, int length) {
        for (int last = 0; last <= STATE_MASK; last++) {
            if (previous[length][last] != NONE && shape.accepts(last, strength)) {
                int[] kinds = new int[length];
                int state = last;
                for (int i = length; i > 0; i--) {
                    kinds[i - 1] = Byte.toUnsignedInt(chosen[i][state]);
                    state = previous[i][state];
                }
                return kinds;
            }
        }
        return new int[0];
    }
}

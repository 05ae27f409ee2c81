package moirai.analysis.graph;

import static moirai.analysis.Dependency.ANTI_DEPENDENCIES;
import static moirai.analysis.Dependency.PREDICATE_READ_WRITE;
import static moirai.analysis.Dependency.PROCESS;
import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.REALTIME;
import static moirai.analysis.Dependency.WRITE_READ;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;

/**
 * Which kinds of dependency the steps of cycles of one class may have. The kinds allowed for a step are its options:
 * every kind that is there, but rw only if there is no other, because a cycle that needs no anti-dependency is the
 * graver anomaly, and rw on a predicate only if there is none on an item.
 */
record StepKinds(Component component, Shape shape, Strength strength) {

    private static final int STATES = 1 << Shape.STATE_BITS;
    private static final int NONE = -1;

    int mask() {
        return shape.mask(strength);
    }

    /** Without the kinds that a cycle does not need where others of these are. */
    private static int plainest(int kinds) {
        int dependencies = kinds & ~ANTI_DEPENDENCIES;
        if (dependencies != 0) {
            return dependencies;
        }
        return (kinds & READ_WRITE.bit()) != 0 ? READ_WRITE.bit() : kinds;
    }

    /** What an edge of these kinds may stand for; nothing if the step through barriers stands for it. */
    int options(int from, int to, int kinds) {
        int allowed = plainest(kinds & mask());
        if ((allowed & ANTI_DEPENDENCIES) == 0) {
            return allowed;
        }
        return strength == Strength.REALTIME && component.precedes(from, to) ? 0 : allowed;
    }

    /** All kinds that a step between two transactions may have, directly or through barriers. */
    int allOptions(int from, int to) {
        boolean realtime = strength == Strength.REALTIME && component.precedes(from, to);
        return plainest((component.graph().kindsBetween(from, to) | (realtime ? REALTIME.bit() : 0)) & mask());
    }

    /** Whether the class accepts a cycle through these vertices. */
    boolean accepts(int[] path, int length) {
        return kindsOf(path, length).length == length;
    }

    /** The cycle as an anomaly, with who started last at its end, so that a proof begins where time does. */
    Anomaly.Cycle witness(int[] path) {
        int[] cycle = startingWithLast(path);
        var txns = new ArrayList<Integer>();
        var dependencies = new ArrayList<Dependency>();
        int[] kinds = kindsOf(cycle, cycle.length);
        for (int i = 0; i < cycle.length; i++) {
            txns.add(component.txn(cycle[i]));
            for (Dependency dependency : Dependency.values()) {
                if (dependency.bit() == kinds[i]) {
                    dependencies.add(dependency);
                }
            }
        }
        return new Anomaly.Cycle(shape.phenomenon(strength), rotated(txns), rotated(dependencies));
    }

    private static int[] startingWithLast(int[] path) {
        int last = 0;
        for (int i = 1; i < path.length; i++) {
            last = path[i] > path[last] ? i : last;
        }
        int[] cycle = new int[path.length];
        System.arraycopy(path, last, cycle, 0, path.length - last);
        System.arraycopy(path, 0, cycle, path.length - last, last);
        return cycle;
    }

    private static <T> List<T> rotated(List<T> fromRoot) {
        var list = new ArrayList<>(fromRoot.subList(1, fromRoot.size()));
        list.add(fromRoot.getFirst());
        return list;
    }

    /** The gravest class that a cycle through these vertices belongs to. O(length). */
    StepKinds gravest(int[] cycle) {
        int length = cycle.length;
        int seen = 0;
        int antis = 0;
        boolean adjacent = false;
        boolean wasAnti = isAnti(cycle[length - 1], cycle[0]);
        for (int i = 0; i < length; i++) {
            // The bits of data are lower than those of orders, so no order is used that is not needed.
            seen |= Integer.lowestOneBit(allOptions(cycle[i], cycle[(i + 1) % length]));
            boolean anti = isAnti(cycle[i], cycle[(i + 1) % length]);
            antis += anti ? 1 : 0;
            adjacent |= anti && wasAnti;
            wasAnti = anti;
        }
        boolean onPredicate = (seen & PREDICATE_READ_WRITE.bit()) != 0;
        Shape found;
        if (antis == 0) {
            found = (seen & WRITE_READ.bit()) != 0 ? Shape.G1C : Shape.G0;
        } else if (antis == 1) {
            found = onPredicate ? Shape.G_SINGLE_PREDICATE : Shape.G_SINGLE;
        } else if (!adjacent) {
            found = onPredicate ? Shape.G_NONADJACENT_PREDICATE : Shape.G_NONADJACENT;
        } else {
            found = onPredicate ? Shape.G2 : Shape.G2_ITEM;
        }
        Strength least = (seen & PROCESS.bit()) != 0 ? Strength.PROCESS : Strength.PLAIN;
        return new StepKinds(component, found, (seen & REALTIME.bit()) != 0 ? Strength.REALTIME : least);
    }

    private boolean isAnti(int from, int to) {
        return (allOptions(from, to) & ANTI_DEPENDENCIES) != 0;
    }

    /**
     * Kinds for the steps of a cycle with which the shape accepts it, or an empty array: the first such choice when
     * kinds are tried in the order of their bits. O(length × states) by remembering the choice that led to each state.
     */
    private int[] kindsOf(int[] cycle, int length) {
        // Narrow, because a cycle may lead through everything; a kind is one bit of eight.
        byte[][] chosen = new byte[length + 1][STATES];
        short[][] previous = new short[length + 1][STATES];
        for (short[] row : previous) {
            Arrays.fill(row, (short) NONE);
        }
        previous[0][0] = 0;
        for (int i = 0; i < length; i++) {
            int options = allOptions(cycle[i], cycle[(i + 1) % length]);
            for (int state = 0; state < STATES; state++) {
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
        for (int last = 0; last < STATES; last++) {
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

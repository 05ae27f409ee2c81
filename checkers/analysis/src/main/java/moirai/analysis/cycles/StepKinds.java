package moirai.analysis.cycles;

import static moirai.analysis.Dependency.ANTI_DEPENDENCIES;
import static moirai.analysis.Dependency.PREDICATE_READ_WRITE;
import static moirai.analysis.Dependency.PROCESS;
import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.REALTIME;
import static moirai.analysis.Dependency.WRITE_READ;

import java.util.ArrayList;
import java.util.List;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;

/**
 * The kinds of dependency that the steps of cycles of one class may have. The kinds allowed for a step are its options:
 * every kind that is there, but rw only if there is no other, because a cycle that needs no anti-dependency is the
 * graver anomaly, and rw on a predicate only if there is none on an item.
 */
record StepKinds(Component component, Shape shape, Strength strength) {

    private static final List<Dependency> DEPENDENCIES = List.of(Dependency.values());

    int mask() {
        return shape.mask(strength);
    }

    /** Returns the kinds without those that a cycle does not need where others of these are. */
    private static int plainest(int kinds) {
        int dependencies = kinds & ~ANTI_DEPENDENCIES;
        if (dependencies != 0) {
            return dependencies;
        }
        return (kinds & READ_WRITE.bit()) != 0 ? READ_WRITE.bit() : kinds;
    }

    /**
     * Returns the kinds for which an edge of these kinds may stand; none if the step through barriers stands for it.
     */
    int options(int from, int to, int kinds) {
        int allowed = plainest(kinds & mask());
        if ((allowed & ANTI_DEPENDENCIES) == 0) {
            return allowed;
        }
        return strength == Strength.REALTIME && component.precedes(from, to) ? 0 : allowed;
    }

    /** Returns all kinds that a step between two transactions may have, directly or through barriers. */
    int allOptions(int from, int to) {
        boolean realtime = strength == Strength.REALTIME && component.precedes(from, to);
        return plainest((component.graph().kindsBetween(from, to) | (realtime ? REALTIME.bit() : 0)) & mask());
    }

    /** Decides whether the class accepts a cycle through these vertices. O(length), and no memory. */
    boolean accepts(int[] path, int length) {
        var row = new Row(shape, strength);
        for (int i = 0; i < length; i++) {
            row.advance(allOptions(path[i], path[(i + 1) % length]), i == 0);
        }
        return row.accepted() >= 0;
    }

    /** Returns the cycle as an anomaly, with who started last at its end, so that a proof begins where time does. */
    Anomaly.Cycle witness(int[] path) {
        int[] cycle = startingWithLast(path);
        int[] kinds = kindsOf(cycle, cycle.length);
        var txns = new ArrayList<Integer>(cycle.length);
        var dependencies = new ArrayList<Dependency>(cycle.length);
        for (int i = 1; i <= cycle.length; i++) {
            txns.add(component.txn(cycle[i % cycle.length]));
            dependencies.add(dependency(kinds[i % cycle.length]));
        }
        return new Anomaly.Cycle(shape.phenomenon(strength), txns, dependencies);
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

    private static Dependency dependency(int bit) {
        for (Dependency dependency : DEPENDENCIES) {
            if (dependency.bit() == bit) {
                return dependency;
            }
        }
        throw new IllegalStateException("no dependency has bit " + bit);
    }

    /** Returns the gravest class that a cycle through these vertices belongs to. O(length). */
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
     * Returns kinds for the steps of a cycle with which the shape accepts it, or an empty array: the first such choice
     * when kinds are tried in the order of their bits. O(length) by remembering the choice that led to each state, in
     * an int for each step, because a cycle may lead through everything: see {@link Row}.
     */
    private int[] kindsOf(int[] cycle, int length) {
        int[] choices = new int[length];
        var row = new Row(shape, strength);
        for (int i = 0; i < length; i++) {
            choices[i] = row.advance(allOptions(cycle[i], cycle[(i + 1) % length]), i == 0);
        }
        int last = row.accepted();
        if (last < 0) {
            return new int[0];
        }
        for (int i = length - 1; i >= 0; i--) {
            int choice = choices[i];
            choices[i] = Row.kind(choice, last);
            last = Row.previous(choice, last);
        }
        return choices;
    }

    /**
     * The states in which a walk may be after some steps.
     *
     * <p>There are four at most. The options of a step are either without anti-dependencies or but one of these, so
     * all that a state says of anti-dependencies is the same whatever was chosen, and only {@link Shape#CHOSEN_BITS}
     * differ.
     */
    private static final class Row {

        private static final int BITS_PER_CHOICE = 8;
        private static final int PREVIOUS_BITS = 2;
        private static final int COUNT = 1 << PREVIOUS_BITS;

        private final Shape shape;
        private final Strength strength;
        /** The states that are reached, of four, as a set of bits. */
        private int reached = 1;
        /** The bits that the states have in common. */
        private int common;

        Row(Shape shape, Strength strength) {
            this.shape = shape;
            this.strength = strength;
        }

        /**
         * Takes one more step; returns, for each state that is reached now, the state before in the low bits of a byte
         * and the place of the kind's bit above them.
         */
        int advance(int options, boolean isFirst) {
            int before = reached;
            int commonBefore = common;
            int choices = 0;
            reached = 0;
            for (int slot = 0; slot < COUNT; slot++) {
                for (int left = (before >> slot & 1) == 0 ? 0 : options; left != 0; left &= left - 1) {
                    int after = shape.after(commonBefore | slot, Integer.lowestOneBit(left), isFirst, strength);
                    int slotAfter = after & Shape.CHOSEN_BITS;
                    if (after >= 0 && (reached >> slotAfter & 1) == 0) {
                        reached |= 1 << slotAfter;
                        common = after & ~Shape.CHOSEN_BITS;
                        int choice = Integer.numberOfTrailingZeros(left) << PREVIOUS_BITS | slot;
                        choices |= choice << (slotAfter * BITS_PER_CHOICE);
                    }
                }
            }
            return choices;
        }

        /** Returns the first of the states in which the shape accepts the walk, or -1. */
        int accepted() {
            for (int slot = 0; slot < COUNT; slot++) {
                if ((reached >> slot & 1) != 0 && shape.accepts(common | slot, strength)) {
                    return slot;
                }
            }
            return -1;
        }

        static int previous(int choices, int slot) {
            return choices >>> (slot * BITS_PER_CHOICE) & (COUNT - 1);
        }

        /** Returns the bit of the kind of the step into this state. */
        static int kind(int choices, int slot) {
            return 1 << (choices >>> (slot * BITS_PER_CHOICE + PREVIOUS_BITS) & 7);
        }
    }
}

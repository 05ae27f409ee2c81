package moirai.analysis.registers;

import java.util.Set;
import moirai.analysis.cycles.Shape;
import moirai.analysis.cycles.Strength;
import moirai.history.level.Phenomenon;

/**
 * The class of cycles that an inference may count on not to be there: whatever it infers holds in every interpretation
 * of the history that has no cycle of this class and no graver one, so a cycle that it finds proves that each has one.
 *
 * @param shape G0, G1c, G-single or G2-item: for G-nonadjacent nothing more is inferred than for G-single
 */
record ExcludedCycles(Shape shape, Strength strength, Set<Assumption> assumptions) {

    ExcludedCycles {
        assumptions = Set.copyOf(assumptions);
    }

    Phenomenon phenomenon() {
        return shape.phenomenon(strength);
    }

    /**
     * Returns whether an interpretation without cycles of this class has none of another shape and the least strength.
     */
    boolean covers(Shape other) {
        return other.compareTo(shape) <= 0;
    }

    boolean assumes(Assumption assumption) {
        return assumption.isIn(assumptions);
    }

    /** Returns whether the orders of sessions may be used, within the bounds of the shape or without. */
    boolean hasSessions() {
        return strength != Strength.PLAIN || assumes(Assumption.SEQUENTIAL_KEYS);
    }

    boolean hasRealtime() {
        return strength == Strength.REALTIME || assumes(Assumption.LINEARIZABLE_KEYS);
    }

    /**
     * Returns the phenomenon that a cycle proves which this inference found: the less grave of the cycle's own class
     * and this one.
     */
    Phenomenon proven(Phenomenon found) {
        for (Shape ofCycle : Shape.values()) {
            for (Strength ofOrders : Strength.values()) {
                if (ofCycle.phenomenon(ofOrders) == found) {
                    Shape least = ofCycle.compareTo(shape) > 0 ? ofCycle : shape;
                    return least.phenomenon(ofOrders.compareTo(strength) > 0 ? ofOrders : strength);
                }
            }
        }
        throw new IllegalArgumentException(found + " is no cycle");
    }
}

package moirai.runs.campaign.sampling;

import java.util.BitSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** The combinations that have one of some values on each of some axes; on the other axes they have any value. */
public final class Box {

    /** All combinations. */
    public static final Box WHOLE = new Box(new TreeMap<>());

    private final int[] axes;

    /** The values by the place of their axis in {@code axes}; they are never changed. */
    private final BitSet[] values;

    private Box(SortedMap<Integer, BitSet> values) {
        this.axes = values.keySet().stream().mapToInt(Integer::intValue).toArray();
        this.values = values.values().toArray(BitSet[]::new);
    }

    /** Returns the combinations of this box that have one of these values on an axis; empty if there are none. */
    public Optional<Box> with(int axis, BitSet accepted) {
        var box = new TreeMap<Integer, BitSet>();
        box.put(axis, (BitSet) accepted.clone());
        return and(new Box(box));
    }

    /** Returns the combinations that are in both boxes; empty if there are none. */
    public Optional<Box> and(Box other) {
        var both = new TreeMap<Integer, BitSet>();
        for (int i = 0; i < axes.length; i++) {
            both.put(axes[i], values[i]);
        }
        for (int i = 0; i < other.axes.length; i++) {
            BitSet common = (BitSet) other.values[i].clone();
            Optional.ofNullable(both.get(other.axes[i])).ifPresent(common::and);
            both.put(other.axes[i], common);
        }
        return both.values().stream().anyMatch(BitSet::isEmpty) ? Optional.empty() : Optional.of(new Box(both));
    }

    /** Returns the same box without the axes on which it has every value. */
    Box in(int[] sizes) {
        var named = new TreeMap<Integer, BitSet>();
        for (int i = 0; i < axes.length; i++) {
            if (values[i].nextClearBit(0) < sizes[axes[i]]) {
                named.put(axes[i], values[i]);
            }
        }
        return new Box(named);
    }

    /** Returns whether all combinations that have these values are in the box, as far as its axes are decided. */
    boolean has(int[] combination) {
        for (int i = 0; i < axes.length; i++) {
            int value = combination[axes[i]];
            if (value == Space.ANY || !values[i].get(value)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the box has only some values of an axis that is accepted. */
    boolean names(IntPredicate axis) {
        for (int named : axes) {
            if (axis.test(named)) {
                return true;
            }
        }
        return false;
    }
}

package moirai.runs.campaign.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The combinations of one value from each axis that are not excluded. A combination has the index of a value for each
 * axis, from 0; {@link #ANY} stands for a value that is not decided.
 */
public final class Space {

    /** The index that stands for every value of an axis. */
    public static final int ANY = -1;

    /**
     * The most boxes that are looked at in the dead ends of all searches in a space together: some seconds. Whether any
     * combination is left is as hard as the satisfiability of a formula.
     */
    private static final long STEPS_MAX = 200_000_000;

    private final int[] sizes;
    private final List<Box> excluded;

    /** By axis, the boxes that exclude only some of its values; without any, its value can be chosen freely. */
    private final List<List<Box>> byAxis;

    private final long stepsMax;
    private long steps;

    /**
     * Describes a space.
     *
     * @param sizes how many values each axis has, at least one
     * @param excluded what is left out
     */
    public Space(int[] sizes, List<Box> excluded) {
        this(sizes, excluded, STEPS_MAX);
    }

    /** Describes a space in which searches give up after so many steps. */
    Space(int[] sizes, List<Box> excluded, long stepsMax) {
        this.stepsMax = stepsMax;
        this.sizes = sizes.clone();
        if (Arrays.stream(sizes).anyMatch(size -> size < 1)
                || excluded.stream().anyMatch(box -> box.names(axis -> axis >= sizes.length))) {
            throw new IllegalArgumentException("an axis without values, or a box of other axes");
        }
        this.excluded = excluded.stream().map(box -> box.in(sizes)).toList();
        this.byAxis = IntStream.range(0, sizes.length)
                .mapToObj(axis -> this.excluded.stream()
                        .filter(box -> box.names(named -> named == axis))
                        .toList())
                .toList();
    }

    /** Returns the number of axes. */
    int axes() {
        return sizes.length;
    }

    /** Returns the number of values of an axis. */
    int size(int axis) {
        return sizes[axis];
    }

    /** Returns the number of combinations with those that are excluded, at most {@code Long.MAX_VALUE}. */
    public long product() {
        long product = 1;
        for (int size : sizes) {
            product = product > Long.MAX_VALUE / size ? Long.MAX_VALUE : product * size;
        }
        return product;
    }

    /** Returns a combination of which nothing is decided. */
    int[] undecided() {
        int[] combination = new int[sizes.length];
        Arrays.fill(combination, ANY);
        return combination;
    }

    /** Returns whether one box excludes all combinations that have these values. */
    boolean isExcluded(int[] combination) {
        return isInAny(excluded, combination);
    }

    private static boolean isInAny(List<Box> boxes, int[] combination) {
        for (Box box : boxes) {
            if (box.has(combination)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the same as {@code isExcluded}, if no box excluded the combination before this axis was decided. */
    private boolean isDeadEnd(int axis, int[] combination) {
        List<Box> boxes = byAxis.get(axis);
        boolean isDeadEnd = isInAny(boxes, combination);
        steps += isDeadEnd ? boxes.size() : 0;
        if (steps > stepsMax) {
            throw new IllegalArgumentException("so many combinations are excluded, by conditions on so many axes, that"
                    + " those that are left cannot be found: expected axes without the values that are always excluded,"
                    + " or the wanted combinations under include");
        }
        return isDeadEnd;
    }

    /** Returns whether searches should be made only if nothing else helps. */
    boolean isTired() {
        return steps > stepsMax / 2;
    }

    /**
     * Returns whether values can be chosen for the undecided axes.
     *
     * @throws IllegalArgumentException if that takes too long to decide
     */
    boolean isCompletable(int[] combination) {
        return !isExcluded(combination) && complete(combination.clone(), 0);
    }

    private boolean complete(int[] combination, int from) {
        int axis = from;
        while (axis < sizes.length
                && (combination[axis] != ANY || byAxis.get(axis).isEmpty())) {
            axis++;
        }
        if (axis == sizes.length) {
            return true;
        }
        for (int value = 0; value < sizes[axis]; value++) {
            combination[axis] = value;
            if (!isDeadEnd(axis, combination) && complete(combination, axis + 1)) {
                return true;
            }
        }
        combination[axis] = ANY;
        return false;
    }

    /** An order of all combinations: of the axes, of which the last one changes first, and of the values of each. */
    static final class Order {

        private final int[] axes;

        /** By axis, its values. */
        private final int[][] values;

        private Order(int[] axes, int[][] values) {
            this.axes = axes;
            this.values = values;
        }
    }

    /** Returns the order of the axes and of their values. */
    Order order() {
        return new Order(
                IntStream.range(0, sizes.length).toArray(),
                Arrays.stream(sizes)
                        .mapToObj(size -> IntStream.range(0, size).toArray())
                        .toArray(int[][]::new));
    }

    /** Returns an order by chance, in which excluded combinations are noticed as early as possible. */
    Order order(Random random) {
        List<Integer> axes = shuffled(sizes.length, random);
        axes.sort(Comparator.comparing(axis -> byAxis.get(axis).isEmpty()));
        return new Order(
                axes.stream().mapToInt(Integer::intValue).toArray(),
                Arrays.stream(sizes)
                        .mapToObj(size -> shuffled(size, random).stream()
                                .mapToInt(Integer::intValue)
                                .toArray())
                        .toArray(int[][]::new));
    }

    private static List<Integer> shuffled(int count, Random random) {
        var all = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(all, random);
        return all;
    }

    /**
     * Passes on each combination that is not excluded, until one is answered with false; returns whether that were all.
     *
     * @throws IllegalArgumentException if it takes too long to find them
     */
    boolean each(Order order, Predicate<int[]> taker) {
        int[] combination = undecided();
        return isExcluded(combination) || each(combination, 0, order, taker);
    }

    private boolean each(int[] combination, int depth, Order order, Predicate<int[]> taker) {
        if (depth == sizes.length) {
            return taker.test(combination.clone());
        }
        int axis = order.axes[depth];
        for (int value : order.values[axis]) {
            combination[axis] = value;
            if (!isDeadEnd(axis, combination) && !each(combination, depth + 1, order, taker)) {
                return false;
            }
        }
        combination[axis] = ANY;
        return true;
    }
}

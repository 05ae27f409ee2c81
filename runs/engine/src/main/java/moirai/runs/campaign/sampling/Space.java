package moirai.runs.campaign.sampling;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The combinations of one value from each axis that are not excluded. A combination has the index of a value for each
 * axis, from 0; {@link #ANY} stands for a value that is not decided.
 */
public final class Space {

    /** The index that stands for every value of an axis. */
    public static final int ANY = -1;

    private final int[] sizes;
    private final List<int[]> excluded;

    /**
     * Describes a space.
     *
     * @param sizes how many values each axis has, at least one
     * @param excluded patterns: what has all their decided values is left out
     */
    public Space(int[] sizes, List<int[]> excluded) {
        this.sizes = sizes.clone();
        this.excluded = excluded.stream().map(int[]::clone).toList();
        if (Arrays.stream(sizes).anyMatch(size -> size < 1)
                || excluded.stream().anyMatch(pattern -> pattern.length != sizes.length)) {
            throw new IllegalArgumentException("an axis without values, or a pattern of other axes");
        }
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

    /** Returns whether a pattern excludes all combinations that have these values. */
    boolean isExcluded(int[] combination) {
        return excluded.stream().anyMatch(pattern -> matches(pattern, combination));
    }

    private static boolean matches(int[] pattern, int[] combination) {
        for (int axis = 0; axis < pattern.length; axis++) {
            if (pattern[axis] != ANY && pattern[axis] != combination[axis]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether values can be chosen for the undecided axes. Exponential in the number of axes that patterns
     * name, of which there are few.
     */
    boolean isCompletable(int[] combination) {
        return !isExcluded(combination) && complete(combination.clone(), 0);
    }

    private boolean complete(int[] combination, int from) {
        int axis = from;
        while (axis < sizes.length && (combination[axis] != ANY || !isNamed(axis))) {
            axis++;
        }
        if (axis == sizes.length) {
            return true;
        }
        for (int value = 0; value < sizes[axis]; value++) {
            combination[axis] = value;
            if (!isExcluded(combination) && complete(combination, axis + 1)) {
                return true;
            }
        }
        combination[axis] = ANY;
        return false;
    }

    private boolean isNamed(int axis) {
        return excluded.stream().anyMatch(pattern -> pattern[axis] != ANY);
    }

    /** Passes on each combination that is not excluded; the last axis changes first. */
    void each(Consumer<int[]> taker) {
        each(undecided(), 0, taker);
    }

    private void each(int[] combination, int axis, Consumer<int[]> taker) {
        if (isExcluded(combination)) {
            return;
        }
        if (axis == sizes.length) {
            taker.accept(combination.clone());
            return;
        }
        for (int value = 0; value < sizes[axis]; value++) {
            combination[axis] = value;
            each(combination, axis + 1, taker);
        }
        combination[axis] = ANY;
    }
}

package moirai.runs.campaign.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/*
 * 1. In a small space all combinations are listed, and drawn from.
 * 2. In a large one combinations are guessed, which is fair and mostly enough.
 * 3. If most guesses are excluded, the combinations that are left are listed as well.
 * 4. If they are too many for that, each further one is the first of a list in another order. Some combinations are
 *    likelier then than others, but none is left out for sure.
 */
/** Chooses some combinations by chance, and never fewer than were asked for if there are as many. */
final class RandomDraw {

    /** So many combinations are listed at most. */
    private static final int LISTED_MAX = 100_000;

    /** The guesses for each combination that is wanted. */
    private static final int GUESSES = 100;

    /** The orders that are tried for each combination that is wanted. */
    private static final int ORDERS = 20;

    private final Space space;
    private final int count;
    private final Random random;

    RandomDraw(Space space, int count, Random random) {
        this.space = space;
        this.count = count;
        this.random = random;
    }

    /** Returns the combinations, sorted. */
    List<int[]> combinations() {
        if (space.product() <= LISTED_MAX) {
            var all = new ArrayList<int[]>();
            space.each(space.order(), all::add);
            return drawn(all);
        }
        Set<int[]> chosen = guessed();
        if (chosen.size() == count) {
            return List.copyOf(chosen);
        }
        var listed = new ArrayList<int[]>();
        boolean isWhole =
                space.each(space.order(random), combination -> listed.size() < LISTED_MAX && listed.add(combination));
        return isWhole ? drawn(listed) : completed(chosen, listed);
    }

    private List<int[]> drawn(List<int[]> all) {
        Collections.shuffle(all, random);
        return all.stream().limit(count).sorted(Arrays::compare).toList();
    }

    private Set<int[]> guessed() {
        var chosen = new TreeSet<int[]>(Arrays::compare);
        for (long guess = 0; chosen.size() < count && guess < (long) count * GUESSES; guess++) {
            int[] combination = space.undecided();
            for (int axis = 0; axis < combination.length; axis++) {
                combination[axis] = random.nextInt(space.size(axis));
            }
            if (!space.isExcluded(combination)) {
                chosen.add(combination);
            }
        }
        return chosen;
    }

    /** Adds what is missing from other orders, or else from a list of more combinations than are wanted. */
    private List<int[]> completed(Set<int[]> chosen, List<int[]> listed) {
        for (int order = 0; chosen.size() < count && order < count * ORDERS && !space.isTired(); order++) {
            space.each(space.order(random), combination -> {
                chosen.add(combination);
                return false;
            });
        }
        for (int next = 0; chosen.size() < count; next++) {
            chosen.add(listed.get(next));
        }
        return List.copyOf(chosen);
    }
}

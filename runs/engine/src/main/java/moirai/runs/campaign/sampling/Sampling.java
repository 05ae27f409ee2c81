package moirai.runs.campaign.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.history.Seed;

/** A choice of combinations. */
public sealed interface Sampling {

    /** The written forms, for messages. */
    String FORMS = "all, pairwise, or 'random N', as in random 20";

    /** The most combinations that are chosen. */
    int COUNT_MAX = 10_000;

    /** Every combination. */
    record All() implements Sampling {

        @Override
        public List<int[]> of(Space space, Seed seed) {
            var chosen = new ArrayList<int[]>();
            if (space.product() > COUNT_MAX) {
                throw new IllegalArgumentException("the axes have " + space.product()
                        + " combinations: expected at most " + COUNT_MAX + ", or sampling: pairwise");
            }
            space.each(space.order(), chosen::add);
            return List.copyOf(chosen);
        }

        @Override
        public String toString() {
            return "all";
        }
    }

    /*
     * 1. In a small space all combinations are listed, and drawn from.
     * 2. In a large one combinations are guessed, which is fair and mostly enough.
     * 3. If most guesses are excluded, the combinations that are left are listed as well.
     * 4. If they are too many for that, each further one is the first of a list in another order. Some combinations are
     *    likelier then than others, but none is left out for sure.
     */
    /** So many combinations by chance, or all if there are fewer. */
    record Some(int count) implements Sampling {

        /** So many combinations are listed at most. */
        private static final int LISTED_MAX = 100_000;

        /** The guesses for each combination that is wanted. */
        private static final int GUESSES = 1_000;

        /** The orders that are tried for each combination that is wanted. */
        private static final int ORDERS = 20;

        public Some {
            if (count < 1 || count > COUNT_MAX) {
                throw new IllegalArgumentException(
                        "'" + count + "' is not a number of cells: expected 1 to " + COUNT_MAX);
            }
        }

        @Override
        public List<int[]> of(Space space, Seed seed) {
            var random = Random.from(seed.generator());
            if (space.product() <= LISTED_MAX) {
                var all = new ArrayList<int[]>();
                space.each(space.order(), all::add);
                return drawn(all, random);
            }
            TreeSet<int[]> chosen = guessed(space, random);
            if (chosen.size() < count) {
                var some = new ArrayList<int[]>();
                boolean isWhole = space.each(
                        space.order(random), combination -> some.size() < LISTED_MAX && some.add(combination));
                if (isWhole) {
                    return drawn(some, random);
                }
                for (int order = 0; chosen.size() < count && order < count * ORDERS && !space.isTired(); order++) {
                    space.each(space.order(random), combination -> {
                        chosen.add(combination);
                        return false;
                    });
                }
                some.stream().takeWhile(combination -> chosen.size() < count).forEach(chosen::add);
            }
            return List.copyOf(chosen);
        }

        private TreeSet<int[]> guessed(Space space, Random random) {
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

        private List<int[]> drawn(List<int[]> all, Random random) {
            Collections.shuffle(all, random);
            return all.stream().limit(count).sorted(Arrays::compare).toList();
        }

        @Override
        public String toString() {
            return "random " + count;
        }
    }

    /** Few combinations that together have every pair of values that any combination has. */
    record Pairs() implements Sampling {

        @Override
        public List<int[]> of(Space space, Seed seed) {
            return new Pairwise(space).rows(seed);
        }

        @Override
        public String toString() {
            return "pairwise";
        }
    }

    /**
     * Returns the chosen combinations, each once, and none that is excluded.
     *
     * @param seed where chance comes from
     * @throws IllegalArgumentException if they are too many, or take too long to find; the message says what would be
     *     accepted
     */
    List<int[]> of(Space space, Seed seed);

    /**
     * Reads what {@code toString} writes.
     *
     * @throws IllegalArgumentException if it is something else; the message says what would be accepted
     */
    static Sampling parse(String text) {
        Matcher some = Pattern.compile("random (\\d{1,9})").matcher(text);
        if (some.matches()) {
            return new Some(Integer.parseInt(some.group(1)));
        }
        return switch (text) {
            case "all" -> new All();
            case "pairwise" -> new Pairs();
            default -> throw new IllegalArgumentException("'" + text + "' is not a sampling: expected " + FORMS);
        };
    }
}

package moirai.runs.campaign.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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

    /** So many combinations by chance, or all if there are fewer. */
    record Some(int count) implements Sampling {

        public Some {
            if (count < 1 || count > COUNT_MAX) {
                throw new IllegalArgumentException(
                        "'" + count + "' is not a number of cells: expected 1 to " + COUNT_MAX);
            }
        }

        @Override
        public List<int[]> of(Space space, Seed seed) {
            return new RandomDraw(space, count, Random.from(seed.generator())).combinations();
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

package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;
import moirai.history.Seed;

/**
 * Decides what a level leaves open. The store asks one question at a time, even if several sessions share the chooser.
 *
 * <p>An algorithm that controls the store through its choices, such as a replay or an exploration, implements this
 * interface.
 */
@FunctionalInterface
public interface Chooser {

    /** Returns the index of the answer, from 0 and below {@link Choice#count}. */
    int choose(Choice choice);

    /**
     * Returns the transaction that a read is answered from, which is one of its sources. The store calls this for each
     * read. The default finds all sources first; a chooser that does not need all of them may override this method to
     * save that work.
     */
    default int source(OpenRead read) {
        Choice.Read all = read.all();
        return all.sources().getInt(choose(all));
    }

    /** Returns a chooser that gives every answer the same probability, as the MonkeyDB paper does. */
    static Chooser uniform(Seed seed) {
        return new UniformChooser(seed.generator());
    }

    /**
     * Returns a chooser that reads the last committed value among those allowed and takes any session's turn at random.
     */
    static Chooser latest(Seed seed) {
        return new LatestChooser(seed.generator());
    }

    /**
     * A chooser that gives every answer the same probability.
     *
     * <p>To choose a source, it draws a random suspect until the suspect is a source; so each source has the same
     * probability. That would take long where few suspects are sources. After some draws it finds all sources and draws
     * one of them.
     */
    record UniformChooser(SplittableRandom random) implements Chooser {

        private static final int DRAWS_MAX = 8;

        @Override
        public int choose(Choice choice) {
            return choice.count() == 1 ? 0 : random.nextInt(choice.count());
        }

        @Override
        public int source(OpenRead read) {
            IntList suspects = read.suspects();
            for (int draw = 0; draw < DRAWS_MAX && !suspects.isEmpty(); draw++) {
                int suspect = suspects.getInt(random.nextInt(suspects.size()));
                if (read.allows(suspect)) {
                    return suspect;
                }
            }
            return Chooser.super.source(read);
        }
    }

    /** A chooser that reads the last committed value among those allowed and takes a random session's turn. */
    record LatestChooser(SplittableRandom random) implements Chooser {

        @Override
        public int choose(Choice choice) {
            return switch (choice) {
                case Choice.Read read -> 0;
                case Choice.Turn turn -> random.nextInt(turn.count());
            };
        }

        @Override
        public int source(OpenRead read) {
            IntList writers = read.writers();
            for (int index = 0; index < writers.size(); index++) {
                if (read.allows(writers.getInt(index))) {
                    return writers.getInt(index);
                }
            }
            return Chooser.super.source(read);
        }
    }
}

package moirai.mockstore;

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
}

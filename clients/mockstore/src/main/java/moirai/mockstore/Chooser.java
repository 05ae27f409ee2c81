package moirai.mockstore;

import moirai.history.Seed;

/**
 * Decides what a level leaves open. The store asks one question at a time, also of a chooser that several sessions
 * share.
 *
 * <p>Whoever drives the store by an algorithm, be it a replay or an exploration, implements this.
 */
@FunctionalInterface
public interface Chooser {

    /** The index of the answer: from 0, below {@link Choice#count}. */
    int choose(Choice choice);

    /**
     * From whom a transaction reads: one of the sources. The store asks this of each read; to find all sources
     * first, as is done here, can be spared by who needs not know them.
     */
    default int source(OpenRead read) {
        Choice.Read all = read.all();
        return all.sources().getInt(choose(all));
    }

    /** Every answer with the same probability: the paper's policy. */
    static Chooser uniform(Seed seed) {
        return new UniformChooser(seed.generator());
    }

    /** Reads what was committed last among what may be read; any session may be next. */
    static Chooser latest(Seed seed) {
        return new LatestChooser(seed.generator());
    }
}

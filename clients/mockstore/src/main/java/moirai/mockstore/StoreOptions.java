package moirai.mockstore;

import moirai.history.Seed;

/**
 * How a store behaves.
 *
 * @param level what it guarantees, and no more
 * @param seed of everything that is random
 * @param chooser decides what the level leaves open
 */
public record StoreOptions(StoreLevel level, Seed seed, Chooser chooser) {

    /** Uniform choices from this seed. */
    public static StoreOptions uniform(StoreLevel level, Seed seed) {
        return new StoreOptions(level, seed, Chooser.uniform(seed));
    }
}

package moirai.mockstore;

import moirai.history.Seed;
import moirai.history.level.IsolationLevel;

/**
 * How a store behaves.
 *
 * @param level what it guarantees, and no more
 * @param seed of everything that is random
 * @param chooser decides what the level leaves open
 * @param schedule when sessions may begin their transactions
 */
public record StoreOptions(IsolationLevel level, Seed seed, Chooser chooser, Schedule schedule) {

    /** Refuses a level that the store does not have. */
    public StoreOptions {
        StoreLevels.NAMES.entry(level);
    }

    /** With transactions that begin at once. */
    public StoreOptions(IsolationLevel level, Seed seed, Chooser chooser) {
        this(level, seed, chooser, Schedule.interleaved());
    }

    /** Uniform choices from this seed. */
    public static StoreOptions uniform(IsolationLevel level, Seed seed) {
        return new StoreOptions(level, seed, Chooser.uniform(seed));
    }

    /** Of a store without a level: that of the options counts only where a level is to be named. */
    static StoreOptions levelless(Chooser chooser) {
        return new StoreOptions(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, new Seed(0), chooser);
    }

    /** The same, of a store whose guide is asked instead of a chooser. */
    static StoreOptions guided() {
        return levelless(choice -> {
            throw new IllegalStateException("a guide was not asked for " + choice);
        });
    }

    /** The same with another schedule. */
    public StoreOptions with(Schedule other) {
        return new StoreOptions(level, seed, chooser, other);
    }
}

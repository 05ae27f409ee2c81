package moirai.mockstore;

import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.levels.StoreLevel;

/**
 * The options that determine how a store behaves.
 *
 * @param level the level that the store guarantees, and nothing stronger
 * @param seed of all random decisions
 * @param chooser decides what the level leaves open
 * @param schedule when sessions may begin their transactions
 */
public record StoreOptions(StoreLevel level, Seed seed, Chooser chooser, Schedule schedule) {

    /** Creates options; fails if the store does not have the level. */
    public StoreOptions {
        StoreLevels.ALL.entry(level);
    }

    /** Creates options with a schedule in which transactions begin at once. */
    public StoreOptions(StoreLevel level, Seed seed, Chooser chooser) {
        this(level, seed, chooser, Schedule.interleaved());
    }

    /** Creates options of a level of axioms. */
    public StoreOptions(IsolationLevel level, Seed seed, Chooser chooser, Schedule schedule) {
        this(StoreLevel.of(level), seed, chooser, schedule);
    }

    /** Creates options of a level of axioms with a schedule in which transactions begin at once. */
    public StoreOptions(IsolationLevel level, Seed seed, Chooser chooser) {
        this(StoreLevel.of(level), seed, chooser);
    }

    /** Returns options with uniform choices from this seed. */
    public static StoreOptions uniform(IsolationLevel level, Seed seed) {
        return new StoreOptions(level, seed, Chooser.uniform(seed));
    }

    /** Returns the options of a store without a level. Their level is used only where a name of a level is needed. */
    static StoreOptions levelless(Chooser chooser) {
        return new StoreOptions(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, new Seed(0), chooser);
    }

    /** Returns the options of a store without a level that asks its guide instead of a chooser. */
    static StoreOptions guided() {
        return levelless(choice -> {
            throw new IllegalStateException("a guide was not asked for " + choice);
        });
    }

    /** Returns these options with another schedule. */
    public StoreOptions with(Schedule other) {
        return new StoreOptions(level, seed, chooser, other);
    }
}

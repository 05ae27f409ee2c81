package moirai.mockstore;

import java.util.SplittableRandom;
import moirai.history.Seed;

/**
 * Decides what a level leaves open. The store asks one question at a time, also of a chooser that several sessions share.
 *
 * <p>Whoever drives the store by an algorithm, be it a replay or an exploration, implements this.
 */
@FunctionalInterface
public interface Chooser {

    /** The index of the answer: from 0, below {@link Choice#count}. */
    int choose(Choice choice);

    /** Every answer with the same probability: the paper's policy. */
    static Chooser uniform(Seed seed) {
        SplittableRandom random = seed.generator();
        return choice -> choice.count() == 1 ? 0 : random.nextInt(choice.count());
    }

    /** Reads what was committed last among what may be read; any session may be next. */
    static Chooser latest(Seed seed) {
        SplittableRandom random = seed.generator();
        return choice -> switch (choice) {
            case Choice.Read read -> 0;
            case Choice.Turn turn -> random.nextInt(turn.count());
        };
    }
}

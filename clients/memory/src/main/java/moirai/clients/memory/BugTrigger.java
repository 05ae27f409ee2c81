package moirai.clients.memory;

import java.util.SplittableRandom;
import moirai.history.Seed;

/**
 * Decides at each opportunity whether the planted bug shows. It has its own generator, so that an honest database draws
 * no number at all.
 */
final class BugTrigger {

    private final PlantedBug bug;
    private final double probability;
    private final SplittableRandom random;
    private long firedCount;

    BugTrigger(PlantedBug bug, double probability, Seed seed) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability " + probability + " is not between 0 and 1");
        }
        this.bug = bug;
        this.probability = probability;
        this.random = seed.generator();
    }

    /** Returns whether this bug is planted at all; hooks ask first, so that other bugs cost one comparison. */
    boolean plants(PlantedBug asked) {
        return bug == asked && probability > 0;
    }

    /** Draws once for an opportunity of the planted bug, and returns whether it fires. */
    boolean fires(PlantedBug asked) {
        if (!plants(asked) || random.nextDouble() >= probability) {
            return false;
        }
        firedCount++;
        return true;
    }

    /** Draws a number below {@code bound}, for bugs that have something to choose. */
    int choose(int bound) {
        return random.nextInt(bound);
    }

    long firedCount() {
        return firedCount;
    }
}

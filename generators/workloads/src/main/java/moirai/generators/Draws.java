package moirai.generators;

import java.util.SplittableRandom;
import moirai.history.Seed;

/**
 * The random choices of one stream of plans.
 *
 * <p>Random bits come from {@link SplittableRandom#nextLong} alone, and are cut to ranges here: the bounded methods of
 * the JDK do not promise to stay the same from release to release.
 */
final class Draws {

    private final SplittableRandom random;

    Draws(Seed seed) {
        this.random = seed.generator();
    }

    long bits() {
        return random.nextLong();
    }

    /** Returns a number from 0 to below the bound. */
    int below(int bound) {
        return (int) Math.unsignedMultiplyHigh(random.nextLong(), bound);
    }

    /** Returns true with the probability of this {@link #threshold}. */
    boolean isBelow(long threshold) {
        return random.nextLong() >>> 11 < threshold;
    }

    /** Returns the bound that 53 random bits are below with this probability. */
    static long threshold(double probability) {
        return (long) (probability * 0x1p53);
    }
}

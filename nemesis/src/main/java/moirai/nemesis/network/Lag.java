package moirai.nemesis.network;

import java.util.SplittableRandom;

/**
 * The time that bytes are under way in one direction, beyond what the real network takes.
 *
 * @param meanNanos of all pieces
 * @param jitterNanos the greatest distance of a single one from the mean
 */
record Lag(long meanNanos, long jitterNanos) {

    static final Lag NONE = new Lag(0, 0);

    boolean isNone() {
        return meanNanos == 0;
    }

    /** Returns when a piece that came now is due, without regard to the pieces before it. */
    long due(long now, SplittableRandom random) {
        long offset = jitterNanos == 0 ? 0 : random.nextLong(-jitterNanos, jitterNanos + 1);
        return now + meanNanos + offset;
    }
}

package moirai.nemesis.injection;

import java.time.Duration;

/**
 * The condition of a way between two ends.
 *
 * @param jitter at most {@code delay}
 * @param loss the share of packets that are lost
 */
record Condition(boolean isCut, Duration delay, Duration jitter, double loss) {

    /** The condition in which nothing is wrong. */
    static final Condition GOOD = new Condition(false, Duration.ZERO, Duration.ZERO, 0);

    static final Condition CUT = new Condition(true, Duration.ZERO, Duration.ZERO, 0);

    static Condition slow(Duration delay, Duration jitter) {
        return new Condition(false, delay, jitter, 0);
    }

    static Condition lossy(double loss) {
        return new Condition(false, Duration.ZERO, Duration.ZERO, loss);
    }

    /** Returns the condition under two faults together: the worse of the two in each respect. */
    Condition and(Condition other) {
        Condition slower = delay.compareTo(other.delay) >= 0 ? this : other;
        return new Condition(isCut || other.isCut, slower.delay, slower.jitter, Math.max(loss, other.loss));
    }
}

package moirai.scheduling;

import java.time.Duration;

/**
 * The times for which sessions wait for each other.
 *
 * @param stall after which a step that has not returned counts as blocked in the database, so that others go on. Too
 *     short, and an order is not kept because a server was slow; too long, and each wait for a lock takes as long.
 * @param patience after which a step that waits for its turn goes without
 */
public record TurnLimits(Duration stall, Duration patience) {

    /** The usual limits. A statement on a row takes less than a millisecond, a COMMIT on a busy disk about ten. */
    public static final TurnLimits DEFAULT = new TurnLimits(Duration.ofMillis(100), Duration.ofSeconds(5));

    public TurnLimits {
        if (stall.isNegative() || stall.isZero() || patience.compareTo(stall) < 0) {
            throw new IllegalArgumentException("the stall limit must be positive and patience at least as long, not "
                    + stall + " and " + patience);
        }
    }
}

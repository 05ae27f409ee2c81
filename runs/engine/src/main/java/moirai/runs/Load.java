package moirai.runs;

import java.time.Duration;

/**
 * How much is asked of the database.
 *
 * @param concurrency how many sessions are open at a time
 * @param timeLimit when sessions begin no further transaction
 * @param txnCount how many transactions sessions begin at most, together; {@link #UNLIMITED} for no limit
 * @param rate how many transactions are due in a second, at constant intervals, whether or not a session is free; 0 if
 *     a session begins the next when it has ended the last
 */
public record Load(int concurrency, Duration timeLimit, long txnCount, double rate) {

    public static final long UNLIMITED = Long.MAX_VALUE;

    private static final int CONCURRENCY_MAX = 10_000;

    /** A hundred years; a long holds the nanoseconds of three times as many. */
    private static final Duration TIME_LIMIT_MAX = Duration.ofDays(36_500);

    private static final double RATE_MAX = 1e7;

    /** As fast as sessions can. */
    public Load(int concurrency, Duration timeLimit, long txnCount) {
        this(concurrency, timeLimit, txnCount, 0);
    }

    public Load {
        if (!(rate >= 0 && rate <= RATE_MAX)) {
            throw new IllegalArgumentException(
                    "rate " + rate + " is out of range: expected up to " + (long) RATE_MAX + " transactions a second");
        }
        if (concurrency < 1 || concurrency > CONCURRENCY_MAX) {
            throw new IllegalArgumentException(
                    "concurrency " + concurrency + " is out of range: expected 1 to " + CONCURRENCY_MAX);
        }
        if (timeLimit.isNegative() || timeLimit.isZero()) {
            throw new IllegalArgumentException("time limit " + timeLimit + " is not positive");
        }
        if (timeLimit.compareTo(TIME_LIMIT_MAX) > 0) {
            throw new IllegalArgumentException("time limit of " + timeLimit.toDays() + " days is out of range: expected"
                    + " at most " + TIME_LIMIT_MAX.toDays());
        }
        if (txnCount < 1) {
            throw new IllegalArgumentException("transaction count " + txnCount + " is not positive");
        }
    }

    /**
     * The share of one session slot. Shares are fixed beforehand, because a common counter would be touched by every
     * session at every transaction.
     */
    long txnCountOf(int slot) {
        if (txnCount == UNLIMITED) {
            return UNLIMITED;
        }
        return txnCount / concurrency + (slot < txnCount % concurrency ? 1 : 0);
    }
}

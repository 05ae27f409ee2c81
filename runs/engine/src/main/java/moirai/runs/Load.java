package moirai.runs;

import java.time.Duration;
import moirai.runs.latency.Stages;

/**
 * The load that a run puts on the database.
 *
 * @param concurrency the number of sessions that are open at a time
 * @param timeLimit the time after which sessions begin no further transaction
 * @param txnCount the number of transactions that sessions begin at most, together; {@link #UNLIMITED} for no limit
 * @param stages the rates at which transactions are due, whether or not a session is free; {@link Stages#NONE} if a
 *    session begins the next transaction when it has ended the last
 */
public record Load(int concurrency, Duration timeLimit, long txnCount, Stages stages) {

    public static final long UNLIMITED = Long.MAX_VALUE;

    private static final int CONCURRENCY_MAX = 10_000;

    /** The longest time limit, a hundred years; a long holds the nanoseconds of three times as many. */
    private static final Duration TIME_LIMIT_MAX = Duration.ofDays(36_500);

    /** Creates a load without a rate: sessions run as fast as they can. */
    public Load(int concurrency, Duration timeLimit, long txnCount) {
        this(concurrency, timeLimit, txnCount, Stages.NONE);
    }

    public Load {
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
     * Returns the share of the transaction count that one session slot has. Shares are fixed beforehand, because a
     * common counter would be touched by every session at every transaction.
     */
    long txnCountOf(int slot) {
        if (txnCount == UNLIMITED) {
            return UNLIMITED;
        }
        return txnCount / concurrency + (slot < txnCount % concurrency ? 1 : 0);
    }
}

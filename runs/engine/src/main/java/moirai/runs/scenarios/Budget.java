package moirai.runs.scenarios;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** The time budget of a search. An attempt that has begun is not cut short, so the last one may exceed the budget. */
public final class Budget {

    private final Duration total;
    private final LongSupplier nanos;
    private final BooleanSupplier isStopped;
    private final long began;
    private int attempts;
    private boolean isSpent;

    /**
     * Creates a budget that begins now.
     *
     * @param nanos a clock
     * @param isStopped whether a stop was requested
     */
    public Budget(Duration total, LongSupplier nanos, BooleanSupplier isStopped) {
        this.total = total;
        this.nanos = nanos;
        this.isStopped = isStopped;
        this.began = nanos.getAsLong();
    }

    Duration elapsed() {
        return Duration.ofNanos(nanos.getAsLong() - began);
    }

    void countAttempt() {
        attempts++;
    }

    int attempts() {
        return attempts;
    }

    /** Returns whether an attempt was refused, so that the search is incomplete. */
    boolean isSpent() {
        return isSpent;
    }

    boolean isStopped() {
        return isStopped.getAsBoolean();
    }

    /** Returns whether another attempt may begin if so many are to follow it, none of them longer than the average. */
    boolean allows(int attemptsToCome) {
        Duration average = attempts == 0 ? Duration.ZERO : elapsed().dividedBy(attempts);
        Duration half = total.dividedBy(2);
        Duration wanted = average.multipliedBy(attemptsToCome);
        Duration reserve = wanted.compareTo(half) < 0 ? wanted : half;
        boolean isAllowed = !isStopped() && elapsed().plus(reserve).compareTo(total) < 0;
        isSpent |= !isAllowed;
        return isAllowed;
    }
}

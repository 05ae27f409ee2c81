package moirai.runs.latency;

/**
 * The times at which the transactions of one slot are due. Arrivals are dealt to slots in turn and beforehand, so that
 * slots share no counter; an arrival whose slot is busy waits, and its latency includes the wait.
 *
 * @param rate of all slots together, in transactions a second; 0 if nothing is due at a given time
 * @param beganNanos the time, on the run's clock, at which the first arrival of the run is due
 */
public record Arrivals(double rate, long beganNanos, int slot, int slots) {

    private static final double NANOS_A_SECOND = 1e9;

    /** Returns whether transactions are due at given times. */
    public boolean isPaced() {
        return rate > 0;
    }

    /** Returns the time, on the run's clock, at which a transaction of this slot is due. */
    public long dueNanos(long number) {
        return beganNanos + (long) ((slot + (double) number * slots) * NANOS_A_SECOND / rate);
    }

    /** Returns the number of this slot's transactions that were due before a time. */
    public long countBefore(long nanos) {
        double ofAll = (nanos - beganNanos) * rate / NANOS_A_SECOND;
        return ofAll <= slot ? 0 : (long) Math.ceil((ofAll - slot) / slots);
    }
}
